"""Asks a service all that the Python client can: python3 use.py BASE USER PASSWORD."""

import json
import sys
import time

from tijian import Client, Refused
from tijian.contract import AssessmentRequest

base, user, password = sys.argv[1:]
client = Client(base)
try:
    client.login(user, password + "x")
    raise SystemExit("a wrong password was taken")
except Refused as refused:
    assert refused.status == 400 and "credentials" in refused.said, refused
client.login(user, password)
request: AssessmentRequest = {
    "user_identifier": "py-1",
    "namespace": "clinic",
    "datetime": "2026-11-20T08:30:00.000Z",
    "profile": {"dob": "1970-05-01", "gender": "female"},
    "health_background": {"has_diabetes": False, "is_taking_antihypertensive_therapy": False, "has_cvd": False, "has_hbp": False, "smoke_daily_frequency": 0},
    "samples": [{"name": "potassium", "value": 6.7, "unit": "mmol/L"}],
}
sample = client.assess(request)["samples"][0]
assert sample["name"] == "potassium" and sample["level"] == "H4" and sample["value"] == 6.7, sample
full = client.assess(request, full=True)
assert full["summary"]["entries"][0]["act"] in ("now", "today"), full["summary"]
found = client.keywords({"text": "脂肪肝，未见结石"})
assert found["certain"] == ["脂肪肝"] and found["possible"] == [], found
try:
    client.task("00000000-0000-4000-8000-000000000000")
    raise SystemExit("a task that is none was found")
except Refused as refused:
    assert refused.status == 404, refused
batch = client.submit_batch("体检号,性别,年龄,检查日期,甘油三酯(mmol/L)\nA1,男,56,2026-11-20,1.86\n".encode())
until = time.monotonic() + 60
while client.batch(batch["id"])["status"] != "DONE":
    assert time.monotonic() < until, client.batch(batch["id"])
    time.sleep(0.1)
answer = json.loads(client.batch_result(batch["id"]))
assert answer["samples"][0]["value"] == 1.86, answer
assert client.fhir({"resourceType": "Bundle", "type": "collection", "entry": [
    {"resource": {"resourceType": "Patient", "id": "p", "gender": "male", "birthDate": "1980-01-01"}},
    {"resource": {"resourceType": "Observation", "status": "final", "subject": {"reference": "Patient/p"}, "effectiveDateTime": "2026-11-20T08:00:00Z",
                  "code": {"coding": [{"system": "http://loinc.org", "code": "2823-3"}]}, "valueQuantity": {"value": 4.1, "unit": "mmol/L"}}},
]})["resourceType"] == "Bundle"
