#pragma once

// Just enough JSON for the fixtures in tests/data, which our own scripts write.

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace etx::test {

struct Json {
  double number = 0;
  std::string string;
  std::vector<Json> items;
  std::map<std::string, Json> fields;

  const Json& operator[](const std::string& key) const { return fields.at(key); }
  [[nodiscard]] std::vector<double> numbers() const {
    std::vector<double> out;
    out.reserve(items.size());
    for (const Json& item : items) out.push_back(item.number);
    return out;
  }
};

class JsonReader {
 public:
  explicit JsonReader(std::string content) : text(std::move(content)) {}

  Json value() {
    Json out;
    const char first = peek();
    if (first == '[') {
      list(']', [&] { out.items.push_back(value()); });
    } else if (first == '{') {
      list('}', [&] {
        const std::string key = string();
        take(':');
        out.fields[key] = value();
      });
    } else if (first == '"') {
      out.string = string();
    } else {
      char* end = nullptr;
      out.number = std::strtod(text.c_str() + at, &end);
      at = static_cast<std::size_t>(end - text.c_str());
    }
    return out;
  }

 private:
  char peek() {
    at = text.find_first_not_of(" \n", at);
    return text.at(at);
  }
  void take(char expected) {
    if (peek() != expected) std::abort();
    ++at;
  }
  std::string string() {
    take('"');
    const std::size_t end = text.find('"', at);
    std::string out = text.substr(at, end - at);
    at = end + 1;
    return out;
  }
  template <class Item>
  void list(char close, Item item) {
    ++at;
    if (peek() == close) {
      ++at;
      return;
    }
    for (;;) {
      item();
      if (peek() == close) break;
      take(',');
    }
    ++at;
  }

  std::string text;
  std::size_t at = 0;
};

/// A file of tests/data.
inline Json fixture(const std::string& name) {
  const std::ifstream file(std::string(ETX_TEST_DATA) + "/" + name);
  std::ostringstream content;
  content << file.rdbuf();
  return JsonReader(content.str()).value();
}

}  // namespace etx::test
