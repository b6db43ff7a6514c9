// A client library for FHIR asks a running service all that it answers in FHIR, and a
// second library reads each answer: against HL7's definitions of R4, into XML and back.
import assert from "node:assert/strict";
import fhir from "fhir";
import { Client } from "fhir-kit-client";

type Resource = fhir4.FhirResource;

const [base, user, password] = process.argv.slice(2);
const address = `${base}/fhir`;
const login = await fetch(`${base}/api/login`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ username: user, password }) });
const { token } = await login.json() as { token: string };

const reader = new fhir.Fhir();
let read = 0;
assert(!reader.validate({ resourceType: "Observation", status: "done" }).valid);

// input is a resource as the client's types have it.
const input = (resource: Resource) => resource as unknown as NonNullable<Parameters<Client["operation"]>[0]["input"]>;

// texts has the numbers of a resource as texts, as those of XML are read.
const texts = (resource: unknown): unknown => JSON.parse(JSON.stringify(resource), (_, v) => (typeof v === "number" ? String(v) : v));

// reads has the second library read an answer of a kind that is expected.
function reads<Kind extends Resource["resourceType"]>(what: string, kind: Kind, answer: unknown): Extract<Resource, { resourceType: Kind }> {
  const resource = answer as Resource;
  assert.equal(resource?.resourceType, kind, `${what}: ${JSON.stringify(answer)}`);
  const { messages } = reader.validate(resource, { errorOnUnexpected: true });
  const wrong = messages.filter(({ severity }) => severity === "error" || severity === "fatal");
  assert.deepEqual(wrong, [], what);
  assert.deepEqual(texts(reader.xmlToObj(reader.objToXml(resource))), texts(resource), `${what}, in XML and back`);
  read++;
  return resource as Extract<Resource, { resourceType: Kind }>;
}

// fails has a request refused, and its answer read.
async function fails(what: string, status: number, asked: Promise<unknown>) {
  const why = await asked.then(() => assert.fail(`${what} was answered`), (e: unknown) => e as { response: { status: number; data: unknown } });
  assert.equal(why.response?.status, status, `${what}: ${String(why)}`);
  assert(reads(what, "OperationOutcome", why.response.data).issue.length > 0, what);
}

const observation = (id: string, patient: string, code: string, value: number, unit: string): fhir4.Observation => ({
  resourceType: "Observation", id, status: "final", subject: { reference: patient }, effectiveDateTime: "2026-11-20T08:30:00+08:00",
  code: { coding: [{ system: "http://loinc.org", code }] }, valueQuantity: { value, system: "http://unitsofmeasure.org", code: unit },
});
const patient = (id: string): fhir4.Patient => ({ resourceType: "Patient", id, gender: "male", birthDate: "1970-05-01" });
const bundle = (...resources: Resource[]): fhir4.Bundle => ({ resourceType: "Bundle", type: "collection", entry: resources.map((resource) => ({ fullUrl: `http://lab.example/${resource.resourceType}/${resource.id}`, resource })) });
const contains: fhir4.Observation = { ...observation("k", "#p", "2823-3", 7.1, "mmol/L"), contained: [patient("p")] };
const report: fhir4.DiagnosticReport = {
  resourceType: "DiagnosticReport", status: "final", code: { text: "血脂" }, subject: { reference: "#p" }, effectiveDateTime: "2026-11-20",
  contained: [patient("p"), observation("tg", "#p", "14927-8", 2.4, "mmol/L")], result: [{ reference: "#tg" }],
};
const graded: fhir4.Observation = { resourceType: "Observation", id: "u", status: "final", subject: { reference: "Patient/a" }, effectiveDateTime: "2026-11-20", code: { coding: [{ system: "http://loinc.org", code: "5195-3" }] }, valueCodeableConcept: { coding: [{ system: "http://snomed.info/sct", code: "10828004" }] } };
const odd: fhir4.Observation = { ...observation("x", "Patient/a", "2160-0", 5, "mmol/L"), code: { text: "no such thing" } };

for (const language of ["en", "zh"]) {
  const client = new Client({ baseUrl: address, customHeaders: { Authorization: `JWT ${token}`, "Accept-Language": language } });
  const assess = (asked: Resource) => client.operation({ name: "assess", input: input(asked) });
  const validate = (asked: Resource) => client.operation({ resourceType: "Bundle", name: "validate", input: input(asked) });

  const statement = reads("metadata", "CapabilityStatement", await client.capabilityStatement());
  assert.equal(statement.fhirVersion, "4.0.1");

  const answers: [string, Resource][] = [
    ["of a Bundle", bundle(patient("a"), observation("tg", "Patient/a", "14771-0", 128, "mg/dL"), graded, odd)],
    ["of two persons", bundle(patient("a"), patient("b"), observation("tg", "Patient/a", "14927-8", 2.4, "mmol/L"), observation("k", "Patient/b", "2823-3", 4.1, "mmol/L"))],
    ["of Parameters", { resourceType: "Parameters", parameter: [{ name: "patient", resource: patient("a") }, { name: "result", resource: observation("k", "Patient/a", "2823-3", 3.2, "mmol/L") }, { name: "health_background.has_diabetes", valueBoolean: true }] }],
    ["of a DiagnosticReport", report],
    ["of an Observation", contains],
  ];
  for (const [what, asked] of answers) {
    const answer = reads(what, "Bundle", await assess(asked));
    assert(JSON.stringify(answer).includes("urn:tijian:level"), what);
    // What a client was answered it may send again.
    reads(`${what}, checked`, "OperationOutcome", await validate(answer));
  }
  reads("a faulty Bundle, checked", "OperationOutcome", await validate(bundle({ ...contains, status: "done" as "final" })));

  for (const resourceType of ["CodeSystem", "ValueSet"] as const) {
    const list = reads(resourceType, "Bundle", await client.resourceSearch({ resourceType }));
    assert(list.entry?.length);
    for (const { resource } of list.entry) {
      assert(resource?.id);
      const one = reads(`${resourceType}/${resource.id}`, resourceType, await client.read({ resourceType, id: resource.id }));
      assert(one.url);
      reads(`${resourceType}?url`, "Bundle", await client.resourceSearch({ resourceType, searchParams: { url: one.url } }));
    }
    await fails(`${resourceType}/none`, 404, client.read({ resourceType, id: "none" }));
  }

  await fails("nobody", 400, assess(bundle(odd)));
  await fails("no Bundle", 400, assess({ resourceType: "Binary", contentType: "text/plain" }));
  await fails("nobody's token", 401, new Client({ baseUrl: address }).operation({ name: "assess", input: input(contains) }));
  await fails("no such place", 404, client.read({ resourceType: "Patient", id: "a" }));

  const found = await fetch(`${base}/api/keywords`, { method: "POST", headers: { Authorization: `JWT ${token}`, Accept: "application/fhir+json", "Accept-Language": language, "Content-Type": "application/json" }, body: JSON.stringify({ text: "脂肪肝，左侧甲状腺结节，0.8×0.5cm，未见肝囊肿" }) });
  reads("keywords", "Bundle", await found.json());
}
console.log(`${read} answers read`);
