import { describe, expect, test } from "vitest";

import { filledParts, fillVariables, parseVariables } from "./prompt-variables.ts";

const named = (name: string, defaultValue: string | null = null) => ({ name, defaultValue });

describe("finding variables", () => {
  test("returns them in order of appearance, each once", () => {
    expect(parseVariables("{{topic}} for {{reader}}, again {{topic}}")).toEqual([
      named("topic"),
      named("reader"),
    ]);
  });

  test("uses the first default, even if the name appeared without one before", () => {
    expect(parseVariables("{{tone}} {{tone:dry}} {{tone:warm}}")).toEqual([named("tone", "dry")]);
  });

  test.each([
    ["{{ first name }}", named("first name")],
    ["{{first \t name}}", named("first name")],
    ["{{thema_2}}", named("thema_2")],
    ["{{Thème}}", named("Thème")],
    ["{{主题:人工智能}}", named("主题", "人工智能")],
    ["{{date (YYYY-MM-DD)}}", named("date (YYYY-MM-DD)")],
    ["{{what's up?}}", named("what's up?")],
    ["{{site:https://example.com}}", named("site", "https://example.com")],
    ["{{text: two\nlines }}", named("text", "two\nlines")],
    ["{{empty:}}", named("empty")],
    ["{{empty:  }}", named("empty")],
    ["{{{braced}}}", named("braced")],
    ['{"key": {{value}}}', named("value")],
    ["{{outer {{inner}} }}", named("inner")],
    ["{{outer:{{inner}}}}", named("inner")],
    ["{{broken {{whole}}", named("whole")],
    ["{{__proto__}}", named("__proto__")],
    ["?topic={{topic}}&tone={{topic}}", named("topic")],
    ["tone={{tone:dry}}", named("tone", "dry")],
    ["<b>{{label}}</b>", named("label")],
    ["price in $ {{amount}}", named("amount")],
    ["{{if needed}}", named("if needed")],
    ["{{user.name}}", named("user.name")],
    ["{{tone:formal|casual}}", named("tone", "formal|casual")],
    ["{{topic | textarea}}", named("topic")],
    ['{{recipient | text:placeholder="Name":required}}', named("recipient")],
    ['{{tone | select:options=["formal","casual"]:default="formal"}}', named("tone", "formal")],
    ["{{count|number:min=1:max=9:default=3}}", named("count", "3")],
    ["{{day | date:default='2026-01-01'}}", named("day", "2026-01-01")],
    ['{{on | checkbox:label="Is it on?":default=true}}', named("on", "true")],
    ["{{ name | upper }}", named("name")],
    ['{{ name | default("Ada") }}', named("name", "Ada")],
    ["{{ name | default: 'Ada' }}", named("name", "Ada")],
    ["{{name|default=Bob}}", named("name", "Bob")],
    ['{{ tone | default = "x" }}', named("tone", "x")],
    ["{{your name ...}}", named("your name ...")],
    ["{{list apps, e.g. .NET ones}}", named("list apps, e.g. .NET ones")],
    ["{{what else?...}}", named("what else?...")],
    ["{{CURRENT_DATE}}", named("CURRENT_DATE")],
    ["{{- name -}}", named("name")],
    ["{{~ name ~}}", named("name")],
    ["\\section{{{name}}}", named("name")],
    ["<a href={{url}}>", named("url")],
    ["from {{start}}", named("start")],
    ["until {{end}}", named("end")],
    ["file_{{name}}.txt", named("name")],
    ["{{first-name}}", named("first-name")],
    ["{{start date - end date}}", named("start date - end date")],
    ["{% if x %}{{name}}{% endif %}", named("name")],
    ["the roof: {{height}}", named("height")],
  ])("finds one in %j", (text, variable) => {
    expect(parseVariables(text)).toEqual([variable]);
  });

  test.each([
    "{{ item?.name }}",
    "{{ form.name.$dirty }}",
    "docker ps --format '{{json .}}'",
    "docker inspect -f '{{json .State.Health}}'",
    "{{ x || y }}",
    "{{Infobox person|name=Ada|age=36}}",
    "{{cite web|url=https://a.example}}",
    "{{}}",
    "{{  }}",
    "{{:default}}",
    "{{unclosed",
    "{{unclosed}",
    "{single}",
    "{ {apart} }",
    "{{two\nlines}}",
    "{{{}}}",
    '{{"key": "value"}}',
    "{{#each items}}",
    "{{/each}}",
    "{{ $json['x'] }}",
    "${shell}",
    "${{ github.sha }}",
    "run: echo ${{ secrets.TOKEN }} and ${{ matrix.os | x }}",
    "<div style={{color: 'red', margin: 0}}>",
    '<Box sx={{ display: "flex" }} />',
    "<Box style={{flex: 1}} />",
    "<Box style={{width: size}} />",
    "<Box style={{color: 'red',\n  margin: 0}} />",
    "\\{{name}}",
    "{{ t('hello') }}",
    "{{ items.map(x) }}",
    "{{ a == b }}",
    "{{ a && b }}",
    "{{ ok ? 'yes' : 'no' }}",
    "{{ x = 1 }}",
    "{{ rows[0] }}",
    "{{else}}",
    "{{if .Values.x}}",
    "{{range $x := .Items}}",
    "{{for item in items}}",
    "\\frac{{a}}{{b}} and \\textbf{{Title}}",
    "{# {{ comment }} #}",
    "{% raw %}{{ x }}{% endraw %}",
    "{% for item in items %}{{ item }}, {{ item.name }}, {{ loop.index }}{% endfor %}",
    "{%- set total = 1 -%}{{ total }}",
    "{{#each items}}{{this.name}}, {{this}}{{/each}}",
    "{{range .Items}}{{.Name}}{{end}}",
    'print(f"{{x}}")',
    "{{ a + b }}",
    "{{ a if b else c }}",
    "{{ x is defined }}",
    "{{else if x}}",
    '{{ printf "%s" .x }}',
    "std::vector<std::pair<int,int>>{{1,2}}",
    "<div style={{ width }}>",
    `{{${"a".repeat(101)}}}`,
  ])("finds none in %j", (text) => {
    expect(parseVariables(text)).toEqual([]);
    expect(fillVariables(text, { default: "x", unclosed: "x", "": "x" })).toBe(text);
  });

  test("distinguishes names by case", () => {
    expect(parseVariables("{{Name}} {{name}}")).toEqual([named("Name"), named("name")]);
  });
});

describe("filling variables", () => {
  test("inserts the value everywhere, or the default without a value", () => {
    const text = "{{topic}} in a {{tone:dry}} tone. {{ topic }}, {{tone}}!";
    expect(fillVariables(text, { topic: "Tea" })).toBe("Tea in a dry tone. Tea, dry!");
    expect(fillVariables(text, { topic: "Tea", tone: "warm" })).toBe("Tea in a warm tone. Tea, warm!");
  });

  test("leaves a variable without value and default visible", () => {
    expect(fillVariables("{{a}} {{ b }} {{c:d}}", { a: "", c: "" })).toBe("{{a}} {{ b }} d");
  });

  test("inserts a value literally, without patterns or variables", () => {
    expect(fillVariables("{{a}}-{{b}}", { a: "$& {{b}} $1", b: "y" })).toBe("$& {{b}} $1-y");
  });

  test("treats names of inherited properties as ordinary names", () => {
    expect(fillVariables("{{constructor}} {{toString:x}}", {})).toBe("{{constructor}} x");
  });

  test.each([
    "{{a:",
    "{{a",
    "{{ ",
    "{{a:b}",
    "{",
    "{#",
    "{% raw %}",
    "{% for ",
    "{{{{raw}}}}",
    "\\a{{b}}",
    "f'{{a}}",
  ])("handles five thousand characters of %j in time", (part) => {
    expect(parseVariables(part.repeat(5000 / part.length)).length).toBeLessThan(3);
  });
});

test("fills typed inputs, and leaves surrounding code unchanged", () => {
  const text =
    'Write to {{to | text:placeholder="Name":required}} in {{tone | select:options=["a","b"]:default="a"}}. <i style={{color: "red"}}>${{ github.sha }}</i>';
  expect(fillVariables(text, { to: "Bo" })).toBe(
    'Write to Bo in a. <i style={{color: "red"}}>${{ github.sha }}</i>',
  );
});

test("returns the parts of a text with their positions and open variables", () => {
  expect(filledParts("To {{reader}}: {{topic:AI}}.", { reader: "Ada" })).toEqual([
    { text: "To ", written: "To ", variable: null, isFilled: true },
    { text: "Ada", written: "{{reader}}", variable: "reader", isFilled: true },
    { text: ": ", written: ": ", variable: null, isFilled: true },
    { text: "AI", written: "{{topic:AI}}", variable: "topic", isFilled: true },
    { text: ".", written: ".", variable: null, isFilled: true },
  ]);
  expect(filledParts("{{open}}", {})).toEqual([
    { text: "{{open}}", written: "{{open}}", variable: "open", isFilled: false },
  ]);
});
