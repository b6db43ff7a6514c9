package release

import (
	"errors"
	"fmt"
	"testing"

	"tijian/engine/problem"
)

// Why an act was refused is noted in no language and read in each.
func TestWhy(t *testing.T) {
	for _, test := range []struct {
		err          error
		code, zh, en string
	}{
		{nil, "", "", ""},
		{fmt.Errorf("2026.2: %w", ErrSamePerson), "order:same", ErrSamePerson.ZH, ErrSamePerson.EN},
		{&Refused{Problems: make(problem.List, 3)}, "refused:problems 3", "草稿的文件有 3 处错误", "3 errors in the files of the draft"},
		{&Refused{Reasons: []Reason{reason("suites", 2), reason("coverage", "98.2", "100.0")}}, "refused:suites 2;coverage 98.2 100.0",
			"用例：2 项不符；用例覆盖：最低的一项 98.2%，至少要 100.0%", "suites: 2 expectations not met; coverage: least 98.2%, wanted 100.0%"},
		{errors.New("disk full"), "disk full", "disk full", "disk full"},
	} {
		code := Act{Err: test.err}.Code()
		if zh, en := Explain(code, problem.Chinese), Explain(code, problem.English); code != test.code || zh != test.zh || en != test.en {
			t.Errorf("%v: %q, %q, %q", test.err, code, zh, en)
		}
	}
	for _, unknown := range []string{"order:later", "refused:luck 3", "refused:suites", "refused:suites many", "who proposed a release cannot approve it"} {
		if got := Explain(unknown, problem.Chinese); got != unknown {
			t.Errorf("%q: %q", unknown, got)
		}
	}
	seen := map[string]bool{}
	for _, o := range outOfOrder {
		if o.Code() == "" || seen[o.Code()] {
			t.Errorf("%s has the code %q", o, o.Code())
		}
		seen[o.Code()] = true
	}
}
