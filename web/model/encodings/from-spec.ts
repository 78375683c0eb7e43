/** What the registry needs to know of a kind, made from its Spec. */
import * as v from "valibot";
import { choice, dimension, integer, list, notNegative, number, truth } from "../checks.ts";
import type { Encoding } from "../types.ts";
import { generatorOrMatrixSchema } from "./generator.ts";
import type { EncodingKind, EncodingName, Parameter, ParameterName } from "./kind.ts";
import { dimensionParameter } from "./parameters.ts";
import { type Filled, limitedBy, type ParameterSpec, rangeOf, type Spec } from "./spec.ts";

const maxNumbers = 2 ** 20;

export function fromSpec(spec: Spec): EncodingKind {
  const { kind, parameters, conflict } = spec;
  const { default: first, step, optional } = spec.dimension;
  const length =
    step === 1 ? dimension : v.pipe(dimension, v.multipleOf(step, `a multiple of ${step}`));
  const schema = v.looseObject({
    kind: v.literal(kind),
    dimension: optional ? v.exactOptional(v.union([v.literal(0), length])) : length,
    ...Object.fromEntries(
      Object.entries(parameters).map(([name, one]) => [name, v.exactOptional(schemaOf(one))]),
    ),
  });
  const defaults = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, one]) =>
      "default" in one && one.default !== undefined ? [[name, one.default]] : [],
    ),
  );
  const filled = (encoding: object): Filled =>
    ({ dimension: 0, ...defaults, ...encoding }) as unknown as Filled;
  return {
    kind,
    name: () => `encoding.${kind}` as EncodingName,
    defaults: { kind, dimension: first, ...defaults, ...spec.begin },
    parameters: [
      ...Object.entries(parameters).flatMap(([name, one]) =>
        controlOf(name, one, { ...defaults, ...spec.begin }),
      ),
      dimensionParameter(step),
    ],
    schema: conflict
      ? v.pipe(
          schema,
          v.rawCheck(({ dataset, addIssue }) => {
            const found = dataset.typed && conflict(filled(dataset.value));
            if (!found) return;
            const [key, message] = found;
            const value = (dataset.value as Record<string, unknown>)[key];
            addIssue({
              message,
              path: [{ type: "object", origin: "value", input: dataset.value, key, value }],
            });
          }),
        )
      : schema,
    dimension: (encoding) => (encoding as { dimension?: number }).dimension ?? 0,
    ...(spec.pinned && { express: (encoding: Encoding) => encoding }),
    positional: (encoding) =>
      spec.positional === true || Array.isArray((encoding as { clock?: unknown }).clock),
  };
}

function schemaOf(spec: ParameterSpec): v.GenericSchema {
  switch (spec.type) {
    case "integer":
      return integer(spec.min, spec.max);
    case "number": {
      const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE, above = -Infinity } = spec;
      const expected = rangeOf(spec);
      return v.pipe(
        number,
        v.minValue(min, expected),
        v.maxValue(max, expected),
        v.gtValue(above, expected),
      );
    }
    case "flag":
      return truth;
    case "choice":
      return choice(spec.choices);
    case "numbers":
      return list(number, 1, maxNumbers);
    case "clock":
      return v.lazy(
        (input): v.GenericSchema =>
          Array.isArray(input) ? list(notNegative, 1, maxNumbers) : notNegative,
      );
    case "generators":
      return list(generatorOrMatrixSchema, 2, 2);
  }
}

/** Lists have no control: they come from a file or a caller. */
function controlOf(
  name: string,
  spec: ParameterSpec,
  defaults: Readonly<Record<string, unknown>>,
): Parameter[] {
  const common = { path: name, name: `parameter.${name}` as ParameterName };
  if (spec.type === "flag") return [{ ...common, type: "flag" }];
  if (spec.type === "choice")
    return [{ ...common, type: "choice", choices: spec.choices as Parameter["choices"] & object }];
  if (spec.type === "numbers" || spec.type === "generators") return [];
  const { from, to, scale, step, unit, unless } = spec;
  const { min = 0, max = 1 } = spec as { min?: number; max?: number };
  const other = limitedBy[name] ?? "";
  const limit = other in defaults ? other : undefined;
  return [
    {
      ...common,
      type: spec.type === "integer" ? "integer" : "number",
      min: from ?? min,
      max: to ?? max,
      ...(step !== undefined && { step }),
      ...(scale && { scale }),
      ...(unit && { unit }),
      // Without a value of its own the parameter is not in use: ALiBi has heads or a slope.
      applies: (encoding: Encoding) => {
        const given = (one: string): boolean =>
          (encoding as Record<string, unknown>)[one] !== undefined;
        return ("default" in spec || given(name)) && !(unless && given(unless));
      },
      ...(limit && {
        limit: (encoding: Encoding) => {
          const most = (encoding as Record<string, unknown>)[limit] ?? defaults[limit];
          return typeof most === "number" ? most - 1 + min : (to ?? max);
        },
      }),
    },
  ];
}
