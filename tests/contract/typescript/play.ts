// Opens a match against bots and plays it to its end: node play.ts <base URL> <opening as JSON>
import createClient from "openapi-fetch";
import { choose } from "./choose.ts";
import type { components, paths } from "./generated/contract.ts";

const [baseUrl = "", asked = "{}"] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl });

function got<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const body = JSON.parse(asked) as components["schemas"]["Opening"];
const opened = got(await client.POST("/api/v1/matches", { body }));
const match = opened.match.match;
const params = { path: { match } };
const headers = { Authorization: `Bearer ${opened.seat_token}` };

async function standing() {
  return got(await client.GET("/api/v1/matches/{match}", { params }));
}

let turns = 0;
for (let seen = await standing(); seen.status === "running"; seen = await standing()) {
  const seat = opened.seat;
  if (seat === null || !seen.awaited.includes(seat) || seen.submitted.includes(seat)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    continue;
  }
  const offered = got(await client.GET("/api/v1/matches/{match}/choices", { params, headers }));
  if (offered.choices === null) continue;
  const turn = { turn: offered.turn, action: choose(offered.choices) };
  const answer = got(
    await client.POST("/api/v1/matches/{match}/turns", { params, headers, body: turn }),
  );
  if (!("commitment" in answer) && answer.entry.seat !== seat) throw new Error("not my entry");
  turns += 1;
}
const record = got(await client.GET("/api/v1/matches/{match}/record", { params }));
console.log(JSON.stringify({ match, turns, entries: record.entries.length, seed: record.seed }));
