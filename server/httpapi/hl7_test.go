package httpapi

import "testing"

// A message is answered by its acknowledgement; what keeps it from being taken is
// answered as everywhere else.
func TestHL7(t *testing.T) {
	kind := contentType("application/hl7-v2")
	run(t, newBench(t, nil), []scenario{
		{name: "taken", path: "/hl7", body: "MSH|1", user: "bob", header: kind, status: 200, want: "MSH|bob\rMSA|AA|1\r", headers: map[string]string{"Content-Type": "application/hl7-v2", "Cache-Control": "no-store"}},
		{name: "in another charset", path: "/hl7/", body: "MSH|1", user: "bob", header: contentType("application/hl7-v2; charset=gb18030"), status: 200, part: "MSA|AA"},
		{name: "no token", path: "/hl7", body: "MSH|1", header: kind, status: 401, want: notProvided, headers: challenge},
		{name: "another kind", path: "/hl7", body: "MSH|1", user: "bob", header: contentType("text/plain"), status: 415, want: `{"detail":"Content-Type: must be application/hl7-v2"}`},
		{name: "no kind", path: "/hl7", body: "MSH|1", user: "bob", header: map[string][]string{"Content-Type": nil}, status: 415},
		{name: "too large", path: "/hl7", body: string(make([]byte, 2001)), user: "bob", header: kind, status: 413, want: `{"detail":"body: must have at most 2000 bytes"}`},
		{name: "not stored", path: "/hl7", body: "fault", user: "bob", header: kind, status: 500, want: broken},
		{name: "assessments", method: "GET", path: "/hl7/1?sender=LIS%7CLAB", user: "bob", status: 200, want: "MSH|bobLIS|LAB\r", headers: map[string]string{"Content-Type": "application/hl7-v2"}},
		{name: "assessments of several", method: "GET", path: "/hl7/2/", user: "bob", status: 409, part: "sender: several systems"},
		{name: "assessments of nothing", method: "GET", path: "/hl7/3", user: "bob", status: 404, want: `{"detail":"message does not exist, or nothing of it was taken"}`},
		{name: "assessments of nobody", method: "GET", path: "/hl7/1", status: 401, want: notProvided, headers: challenge},
		{name: "another method", method: "GET", path: "/hl7", status: 405},
	})
}
