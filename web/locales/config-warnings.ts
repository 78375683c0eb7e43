/** What a config.json's reader warns of, in Chinese: the codes and values are those of web/files/warnings.ts. Loaded with the reader. */
export const configWarnings = {
  "unknown-class": "model_type 为 {type}，是此处未知的类：按其键读取，配对为 (i, i + r/2)",
  "two-blocks": "{counted} 与 {other} 同时存在：以 {counted} 为准",
  "inner-counts": "{key} 为 {value}，而块外为 {other}：以块内为准",
  "outer-counts": "{key} 为 {value}，而块外为 {other}：以块外为准",
  "types-disagree": "{key} 为 {value}，而 type 为 {other}：以 rope_type 为准",
  "default-used": "文件中没有 {key}：采用该类的默认值 {value}",
  "default-counts": "{key} 为 {value}，但该类并不读取它：以其自带的 {default} 为准",
  "default-elsewhere": "{key} 为 {value}：只在块外寻找它的程序会采用该类的默认值 {default}",
  "head-differs":
    "{key} 为 {value}，而非 hidden_size / num_attention_heads = {derived}：以 {key} 为准",
  "latent-head": "每个头有 {total} 维，其中 {rotated} 维旋转：此表只含旋转部分",
  bands: "设有 {key}：此表适用于文本，此时各频段的位置相同",
  "bands-unfit": "{key} 为 {value}，分不满 {pairs} 对：不显示频段",
  "bare-layers": "按 {source}，有 {count} 层不旋转：{layers}",
  "bare-class": "按该类的默认值，有 {count} 层不旋转：{layers}",
  "bare-flags": "按 no_rope_layers（1 表示旋转），有 {count} 层不旋转：{layers}",
  "bare-every": "按该类的默认值，每 {every} 层有一层不旋转",
  unread: "此处未读取：{keys}",
  unused: "{keys}：类型 {type} 不使用它",
  "old-name": "{key} 为 {value}：即 {name} 的旧名",
  "short-factor": "{key} 为 {value}：小于 1，会缩短上下文",
  "original-missing": "缺少 {key}：以 max_position_embeddings（{value}）代替",
  "original-long": "{key} 为 {value}，不小于 max_position_embeddings（{longest}）：已无可扩展",
  "factor-missing":
    "缺少 {key}：以 max_position_embeddings / original_max_position_embeddings（{value}）代替",
  "factor-differs":
    "{key} 为 {value}，而 max_position_embeddings / original_max_position_embeddings 为 {ratio}：以 factor 为准",
  "no-ramp": "low_freq_factor 与 high_freq_factor 均为 {value}：其间没有过渡，公式 0/0 从不使用",
  "zero-beta": "{key} 为 0：与 transformers 一样采用 {value}",
  "betas-reversed": "beta_fast 为 {fast}，小于 beta_slow（{slow}）：过渡方向颠倒",
  "nested-truncate":
    "{key} 为 false，此处有效：transformers 只在各层类型之外寻找 truncate，因而仍会取整",
  "scales-cancel":
    "mscale 与 mscale_all_dim 均为 {value}，注意力因子因而为 1；另一种读法是 0.1·ln(factor) + 1 = {other}",
  "softmax-scale":
    "整个 logit 另乘以 {factor}，与 cos、sin 无关；位置 0 处看不出来，有的引擎遗漏了它",
  "base-by-alpha": "{key} 为 {value}：基数由此一次增大到 {base}；不认识它的程序会让基数随序列增长",
  "warm-queries":
    "{key} 已开启：在不旋转的层里，位置 t 处的查询乘以 1 + {scale}·ln(⌊(t + 1)/{floor}⌋ + 1)，那里的得分因而也取决于位置",
  "query-scale": "{key} 为 {value}：超出原上下文的查询还要另行缩放，此表未计入",
  "all-pairs": "缺少 {key}：所有的对都旋转",
  "base-grows": "超过 {context} 个词元后，基数随序列增长：此表为未缩放的表",
  "base-grown":
    "在 {length} 个词元处（超过 {context}），基数已从 {base} 增大；引擎先前缓存的键是用较小的基数旋转的",
  "factors-short": "至多 {context} 个词元用短因子，超过则用长因子：此表用短因子",
  "factors-long": "在 {length} 个词元处（超过 {context}），用长因子",
  "long-once": "transformers 对每种层类型只重算一次长因子：第二个长序列会出错",
  "float-phases":
    "max_position_embeddings 为 {context}：以 float32 保存相位的引擎在那里误差可达 {error} 弧度；此表没有",
  "both-ways": "查询能看到两侧的键，距离不计正负",
  "one-head": "显示 {heads} 个头中的第 {head} 个：各头不同",
  "rounded-bias": "该类把斜率与乘积舍入为 bfloat16",
  "key-positions": "该类加的是斜率乘以键的位置，其余交给 softmax：除舍入外相同",
  "scaled-bias": "该类把偏置与得分一起除以头维数的平方根 {root}：此处的斜率也是如此",
  "learned-values": "表中的数值是权重，不在文件里：此处用带种子的随机值代替",
  "cut-dimensions": "编码有 {value} 维：显示前 {shown} 维",
  "skipped-rows": "{rows} 行中的前 {skipped} 行用于填充：剩下 {left} 个位置",
  "two-sided": "编码器各层把桶分给查询之前与之后的键；解码器各层全部用于之前的键",
  "no-softmax-scale": "该类不把得分除以头维数的平方根",
  "side-by-side": "正弦与余弦各占一半，而非交替排列：只差一个固定的置换",
  "data-clock": "时钟与变化率取决于数据：此处显示匀速的时钟",
};
