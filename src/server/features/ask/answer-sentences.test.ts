import { expect, test } from "vitest";

import { findSentences, levelOf } from "./answer-sentences.ts";

const WHALES = {
  title: "Whales",
  sentences: [
    "Whales live in the sea.",
    "They sing for hours.",
    "The first recording was made in 1952.",
    "Frank Watlington made it near Bermuda.",
  ],
};
const KETTLES = {
  title: "Kettles",
  sentences: ["A kettle sings when water boils.", "A kettle sings when water boils."],
};

/** Words in fewer texts weigh more. */
const weightOf = (stem: string) => (stem.startsWith("whale") ? 1 : 2);

const ask = (question: string) =>
  findSentences(question, [WHALES, KETTLES], weightOf).map(({ sentence, score }) => ({ sentence, score }));

test("prefers the sentence with most words of the question, under a title with the others", () => {
  expect(ask("How do whales sing?")[0]?.sentence).toBe("They sing for hours.");
  expect(ask("Which kettles sing?")[0]?.sentence).toBe("A kettle sings when water boils.");
});

test("returns a repeated sentence once, and none without a word of the question", () => {
  expect(ask("boiling water").map(({ sentence }) => sentence)).toEqual(["A kettle sings when water boils."]);
  expect(ask("violins")).toEqual([]);
  expect(ask("who was that?")).toEqual([]);
});

test("quotes sentences that contain an address, but no address on its own", () => {
  const doc = {
    title: "Whales",
    sentences: [
      "https://whales.example/songs/sing",
      "HTTP://whales.example/sing?page=2 sing",
      "They sing at https://sea.example",
    ],
  };
  expect(findSentences("who sings", [doc], weightOf).map(({ sentence }) => sentence)).toEqual([
    "They sing at https://sea.example",
  ]);
});

test.each([
  ["When was the recording made?", "The first recording was made in 1952."],
  ["Who made it?", "Frank Watlington made it near Bermuda."],
])("prefers what the question asks for: %s", (question, sentence) => {
  expect(ask(question)[0]?.sentence).toBe(sentence);
});

test.each([
  ["翻訳には何を使いますか？", "契約書の翻訳にはDeepLを使う。"],
  ["机密数据可以发送到外部吗？", "机密数据不能发送到外部服务。"],
  ["ข้อมูลลับส่งออกได้ไหม", "ข้อมูลลับห้ามส่งออกนอกบริษัท"],
  ["계약서 번역은 무엇으로 합니까?", "계약서는 DeepL로 번역합니다."],
  ["Who makes ChatGPT?", "OpenAI makes ChatGPT™."],
  ["Какой критерий ключевой?", "Ключевой критерий: точность."],
])("answers a question in another script: %s", (question, sentence) => {
  const docs = [{ title: "DeepL", sentences: ["契約書の翻訳にはDeepLを使う。", "天気がいいです。"] }];
  docs.push({ title: "DeepL", sentences: ["机密数据不能发送到外部服务。", "今天天气很好。"] });
  docs.push({ title: "DeepL", sentences: ["ข้อมูลลับห้ามส่งออกนอกบริษัท", "วันนี้อากาศดี"] });
  docs.push({ title: "DeepL", sentences: ["계약서는 DeepL로 번역합니다.", "오늘은 날씨가 좋습니다."] });
  docs.push({ title: "DeepL", sentences: ["OpenAI makes ChatGPT™.", "Who makes DeepL?"] });
  docs.push({ title: "DeepL", sentences: ["Ключевой критерий: точность.", "Какой хороший день."] });
  const [best] = findSentences(question, docs, () => 1);
  expect(best?.sentence).toBe(sentence);
  expect(levelOf(best?.score ?? 0)).toBe("answer");
});

test("a question of particles alone has no words", () => {
  expect(findSentences("これは何ですか", [WHALES], weightOf)).toEqual([]);
  expect(findSentences("为什么呢", [WHALES], weightOf)).toEqual([]);
});
