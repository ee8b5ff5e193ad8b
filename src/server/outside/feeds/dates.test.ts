import { describe, expect, test } from "vitest";

import { findDayOrder, readDate } from "./dates.ts";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const NOON = "2026-03-03T12:34:00.000Z";
const DAY = "2026-03-03T00:00:00.000Z";

describe("reads the date", () => {
  test.each([
    ["Tue, 03 Mar 2026 12:34:00 GMT", NOON],
    ["Tue, 3 Mar 2026 12:34 +0000", NOON],
    ["3 Mar 26 12:34 UT", NOON],
    ["Sun, 03 Mar 2026 12:34:00 GMT", NOON],
    ["Tue, 03 Mar 2026 07:34:00 EST", NOON],
    ["Tue, 03 Mar 2026 05:34:00 PDT", NOON],
    ["Tue, 03 Mar 2026 13:34:00 CET", NOON],
    ["Tue, 03 Mar 2026 14:34:00 GMT+2", NOON],
    ["Tue, 03 Mar 2026 14:34:00 GMT+0200 (Eastern European Standard Time)", NOON],
    ["2026-03-03T12:34:00Z", NOON],
    ["2026-03-03T12:34:00.123456+00:00", NOON],
    ["2026-03-03T18:04+05:30", NOON],
    ["2026-03-03 12:34", NOON],
    ["20260303T1234", null],
    ["Tue Mar  3 12:34:00 2026", NOON],
    ["Tue Mar  3 12:34:00 UTC 2026", NOON],
    ["March 3rd, 2026 at 12:34 PM", NOON],
    ["March 3, 2026 12:34 p.m.", NOON],
    ["1772541240", NOON],
    ["1772541240000", NOON],
    ["March 3rd, 2026", DAY],
    ["3rd of March 2026", DAY],
    ["3rd March, 2026", DAY],
    ["Mar. 3, 2026", DAY],
    ["20260303", DAY],
    ["2026/03/03", DAY],
    ["2026.3.3", DAY],
    ["2026-03", "2026-03-01T00:00:00.000Z"],
    ["2026", "2026-01-01T00:00:00.000Z"],
    ["March 2026", "2026-03-01T00:00:00.000Z"],
    ["30.10.23", "2023-10-30T00:00:00.000Z"],
    ["30/10/2023", "2023-10-30T00:00:00.000Z"],
    ["10/30/2023", "2023-10-30T00:00:00.000Z"],
    ["30.10.2023, 14:05 Uhr", "2023-10-30T14:05:00.000Z"],
    ["1. 5. 2026", "2026-05-01T00:00:00.000Z"],
    ["03/12/99", "1999-12-03T00:00:00.000Z"],
    ["2026年3月3日", DAY],
    ["2026年3月3日 12:34", NOON],
    ["2026年3月3日(火) 午後0時34分", NOON],
    ["2026년 3월 3일", DAY],
    ["2026년 3월 3일 오후 12:34", NOON],
  ])("%s", (text, expected) => {
    expect(readDate(text, NOW)).toBe(expected);
  });

  test.each([
    ["German", "Dienstag, 3. März 2026", "3. Mär. 2026", "03 Mrz 2026", "3.März 2026"],
    ["French", "mar. 3 mars 2026", "3 mars 2026", "le 3 mars 2026 à 0h00"],
    ["Spanish", "martes, 3 de marzo de 2026", "3 mar 2026"],
    ["Portuguese", "3 de março de 2026", "3 de mar. de 2026"],
    ["Italian", "martedì 3 marzo 2026", "3 mar 2026"],
    ["Dutch", "dinsdag 3 maart 2026", "3 mrt. 2026"],
    ["Polish", "3 marca 2026", "wtorek, 3 mar 2026"],
    ["Russian", "3 марта 2026 г.", "вт, 3 мар 2026"],
    ["Turkish", "3 Mart 2026 Salı", "3 MART 2026"],
    ["Swedish, Danish and Norwegian", "den 3 mars 2026", "3. marts 2026", "3. mars 2026"],
    ["Czech and Hungarian", "3. března 2026", "2026. március 3."],
  ])("in %s", (_, ...texts) => {
    for (const text of texts) expect([text, readDate(text, NOW)]).toEqual([text, DAY]);
  });

  test.each([
    ["01", "1. Jänner | 1 janv. | 1 de ene. de | 1 gen | 1 stycznia | 1 Ocak"],
    ["02", "1er févr. | 1 de fev. de | 1 lut | 1 февраля | 1 Şubat"],
    ["05", "1 mei | 1. maj | 1. mai | 1 maja | 1 мая | 1 Mayıs | 1º maggio"],
    ["08", "1er août | 1 ago | 1 sierpnia | 1 Ağustos | 1 августа"],
    ["09", "1 Sept. | 1 set | 1 de septiembre de | 1 września | 1 сент. | 1 Eylül"],
    ["10", "1. Okt. | 1 de outubro de | 1 ottobre | 1 paź | 1 Ekim"],
  ])("in month %s of many languages", (month, days) => {
    const texts = days.split(" | ").map((day) => `${day} 2026`);
    for (const text of texts)
      expect([text, readDate(text, NOW)]).toEqual([text, `2026-${month}-01T00:00:00.000Z`]);
  });

  test.each([
    ["3 déc. 2025", "2025-12-03T00:00:00.000Z"],
    ["3. des. 2025", "2025-12-03T00:00:00.000Z"],
    ["3 Aralık 2025", "2025-12-03T00:00:00.000Z"],
    ["3 Kasım 2025", "2025-11-03T00:00:00.000Z"],
    ["7 juillet 2025", "2025-07-07T00:00:00.000Z"],
    ["7 juin 2025", "2025-06-07T00:00:00.000Z"],
    ["7 апреля 2025 18:05", "2025-04-07T18:05:00.000Z"],
  ])("%s", (text, expected) => {
    expect(readDate(text, NOW)).toBe(expected);
  });

  test.each(["soon", "", "Entry 5", "31.02.2026", "v2.3.15", "32 March 2026", "99/99/2026", "1969-01-01"])(
    "rejects an invalid date: %s",
    (text) => {
      expect(readDate(text, NOW)).toBeNull();
    },
  );

  test("replaces a date in the future with the present", () => {
    expect(readDate("9999-01-01", NOW)).toBe(NOW.toISOString());
  });
});

describe("dates with slashes", () => {
  test.each([
    [["03/04/2026", "30/04/2026"], "en-US", "day-first"],
    [["03/04/2026", "04/30/2026"], "de", "month-first"],
    [["03/04/2026"], "en-us", "month-first"],
    [["03/04/2026"], "en-GB", "day-first"],
    [["03/04/2026"], undefined, "day-first"],
  ] as const)("%j in %s are %s", (dates, language, order) => {
    expect(findDayOrder(dates, language)).toBe(order);
  });

  test("are read in the given order", () => {
    expect(readDate("03/04/2026", NOW, "month-first")).toBe("2026-03-04T00:00:00.000Z");
    expect(readDate("03/04/2026 10:00", NOW, "day-first")).toBe("2026-04-03T10:00:00.000Z");
  });
});
