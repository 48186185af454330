import { expect, test } from "vitest";

import { asChosen } from "../src/screens/chosen";

const HOURS = { start: "09:00:00", end: "17:00:00", days: [0, 1, 2, 3, 4] };
const NOW = { time_zone: "Asia/Tokyo", working_hours: HOURS, vips: [], brief: true };

test("what nobody chose is not kept as if they had", () => {
  expect(asChosen(NOW, [])).toEqual({ vips: [], brief: true });
});

test("what was chosen is kept, and an empty zone is no choice", () => {
  expect(asChosen(NOW, ["working_hours", "time_zone"])).toEqual(NOW);
  expect(asChosen({ ...NOW, time_zone: " " }, ["time_zone"])).toEqual({ vips: [], brief: true });
});
