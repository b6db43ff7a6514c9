// A client of the types that openapi-typescript makes of the contract: it asks
// a server that answers as the contract's examples do.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.js";

const answers: Record<string, unknown> = {
  "POST /api/login": { token: "abc" },
  "POST /api/samples?format=full": {
    user_identifier: "u", namespace: "n", datetime: "2026-11-20T08:30:00.000Z", profile: { dob: "1970-05-01", gender: "male" },
    health_background: { has_diabetes: false, is_taking_antihypertensive_therapy: false, has_cvd: false, smoke_daily_frequency: 0, has_hbp: false },
    samples: [{ name: "triglycerides", value: 1.9, tip: "t", hint: "h", color: 3, level: "H1", ideal: "<1.70", risks: [{ id: "dyslipidaemia", flag: 2, name: "r" }] }],
    created_at: "2026-11-20T08:30:01.000000+00:00", derived: { bmi: 23.5, bmi_grade: "normal" },
    english: { indicators: { triglycerides: "Triglycerides" }, levels: { H1: "slightly high" } },
  },
  "GET /tasks/t?format=full": {
    task_id: "t", img_url: "http://h/", layout: null, callback_url: null, datetime: "2026-03-01T08:30:00.123456+00:00", status: "DONE", error: "",
    result: { triglycerides: [{ sim: 1, idx: 0, value: null, idx_of_value: -1, coords: [[1, 2, 3, 4]], name: "a", unit: "", reference: "", flag: "", confidence: 0 }] },
  },
  "POST /api/keywords": { certain: ["脂肪肝"], possible: [] },
};

const server = createServer((request, response) => {
  const answer = answers[`${request.method} ${request.url}`];
  response.writeHead(answer === undefined ? 404 : 200, { "Content-Type": "application/json", "X-Request-ID": "r" });
  response.end(JSON.stringify(answer ?? { detail: "task does not exist" }));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

try {
  const api = createClient<paths, "application/json">({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const login = await api.POST("/api/login", { body: { username: "doctor", password: "secret" } });
  assert(login.data);
  const headers = { Authorization: `JWT ${login.data.token}` };

  const request: components["schemas"]["AssessmentRequest"] = {
    user_identifier: "u", namespace: "n", datetime: "2026-11-20T08:30:00.000Z", profile: { dob: "1970-05-01", gender: "male" },
    health_background: { has_diabetes: false, is_taking_antihypertensive_therapy: false, has_cvd: false, smoke_daily_frequency: 0, has_hbp: false },
    samples: [{ name: "triglycerides", value: 1.9, unit: null, reference: { high: 1.7 } }],
  };
  const assessed = await api.POST("/api/samples", { body: request, headers, params: { query: { format: "full" }, header: { "Accept-Language": "en" } } });
  const bmi: number | string | boolean | undefined = assessed.data && "derived" in assessed.data ? assessed.data.derived?.["bmi"] : undefined;
  assert.equal(bmi, 23.5);
  if (assessed.data && "samples" in assessed.data) {
    const first = assessed.data.samples[0];
    assert.deepEqual([first?.level, first?.risks[0]?.flag, assessed.data.english?.indicators["triglycerides"]], ["H1", 2, "Triglycerides"]);
  } else assert.fail("no samples");

  const task = await api.GET("/tasks/{task_id}", { params: { path: { task_id: "t" }, query: { format: "full" } } });
  assert(task.data && "status" in task.data && task.data.status === "DONE");
  const entries = task.data.result["triglycerides"];
  assert(Array.isArray(entries) && entries[0]?.value === null && task.data.layout === null);

  const missing = await api.GET("/tasks/{task_id}", { params: { path: { task_id: "x" } } });
  const detail: string | undefined = missing.error?.detail;
  assert.equal(detail, "task does not exist");

  const found = await api.POST("/api/keywords", { body: { text: "脂肪肝" }, headers });
  assert(found.data && "certain" in found.data);
  assert.deepEqual(found.data.certain, ["脂肪肝"]);
} finally {
  server.close();
}
