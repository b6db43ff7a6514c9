package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"tijian/engine/problem"
)

func TestReloadByAPI(t *testing.T) {
	token := strings.Repeat("s", 32)
	bearer := func(value string) http.Header { return http.Header{"Authorization": {value}} }
	with := func(r Reload) *bench {
		return newBench(t, func(o *Options) { o.Reloading = Reloading{token, func() Reload { return r }} })
	}
	const path, force = "/rules/reload", `"ruleset":{"version":"2026.1","hash":"abc123"}`
	challenge := map[string]string{"Www-Authenticate": `Bearer realm="reload"`}
	run(t, newBench(t, nil), []scenario{
		{name: "no secret set", path: path, header: bearer("Bearer " + token), status: 404, want: `{"detail":"no such path"}`},
		{name: "nor an empty one", path: path, header: bearer("Bearer "), status: 404},
	})
	run(t, with(Reload{Changed: true}), []scenario{
		{name: "changed", path: path, header: bearer("Bearer " + token), status: 200, want: `{"outcome":"changed",` + force + `}`},
		{name: "no secret", path: path, status: 401, headers: challenge},
		{name: "wrong secret", path: path, header: bearer("Bearer " + token + "s"), status: 401, headers: challenge},
		{name: "other scheme", path: path, header: bearer("JWT " + token), status: 401, headers: challenge},
		{name: "a user's token", path: path, user: "alice", status: 401, headers: challenge},
		{name: "GET", method: "GET", path: path, status: 405},
	})
	run(t, with(Reload{}), []scenario{
		{name: "unchanged", path: path + "/", header: bearer("Bearer " + token), status: 200, want: `{"outcome":"unchanged",` + force + `}`},
	})
	run(t, with(Reload{Problems: problem.List{{Place: problem.Place{File: "rules/current.yaml", Line: 1, Column: 1}, Code: "unknown-key",
		ZH: "不认识的字段 actve", EN: "unknown key actve", FixZH: "是否想写 active？", FixEN: "did you mean active?"}}}), []scenario{
		{name: "refused", path: path, header: bearer("Bearer " + token), status: 422, want: `{"detail":"rules refused, the ones before stay in force: problems 1",` + force +
			`,"problems":[{"place":"rules/current.yaml:1:1","code":"unknown-key","text":"不认识的字段 actve","mend":"是否想写 active？","english":"unknown key actve. did you mean active?"}]}`},
	})
}
