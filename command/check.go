package command

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/engine/problem"
)

type rulesCheck struct {
	local
	Named   string `arg:"" optional:"" name:"version" help:"要检查的版本；默认检查全部，其中已发布而不再回答任何人的，只核对与发布时相同" en:"Version to check; all of them by default, of which those that were released and answer nobody any more are only compared with their release."`
	Version string `help:"同上" en:"The same." placeholder:"VERSION"`
	Format  string `enum:"text,json,sarif" default:"text" help:"输出格式：text、json 或 sarif（2.1.0）" en:"text, json or sarif (2.1.0)."`
	Strict  bool   `help:"有提醒也算不通过；已发布的版本除外，那些不能再改；草稿与来源版本的差别除外，那些在发布时确认" en:"Warnings forbid, too, but for those of released versions, which nobody can mend, and the changes of a draft, which its release confirms."`
	Release bool   `help:"还列出没有医生签字的表和风险，以及来源没有写位置的行；草稿里不能发布的行（说得比等级轻、方向相反、复查太晚）算作错误" en:"Also list tables and risks that nobody has signed, and rows whose sources name no place; rows of a draft that cannot be released (milder than their level, of the other direction, rechecked too late) are errors."`

	All       bool `help:"每一处都列出；默认同一种超过十二处的只列前三处，放在最后" en:"List every place; by default of a kind with more than twelve the first three are listed, at the end."`
	Inherited bool `help:"草稿里从来源版本带来的提醒和说明也逐条列出；默认只说有多少" en:"Also list the warnings and notes that a draft has from the version it came from; by default their number."`

	Population int `placeholder:"N" help:"还让 N 个生成的人都试一遍，找同时让人放心又警告的回答（contradictions.yaml），和结果都正常却要人留意的风险" en:"Also look for contradictions (contradictions.yaml) in the answers to N generated persons, and for risks that stand out though all results are normal."`
}

// Run exits with 3 when anything is wrong.
func (c *rulesCheck) Run(s Streams) error {
	c.announce(s)
	review := c.Check(cmp.Or(c.Named, c.Version), dictionaryChecks...)
	if c.Release {
		review.ForRelease(c.Files)
	}
	if c.Population > 0 {
		review.TryOut(c.Files, c.Population)
	}
	var err error
	switch c.Format {
	case "json":
		err = c.json(s, review)
	case "sarif":
		err = problem.WriteSARIF(s.Out, review.Problems, "tijian", s.Lang)
	default:
		return c.text(s, review)
	}
	if err == nil && !c.passes(review) {
		err = failure{exitInvalid, ""}
	}
	return err
}

func (c *rulesCheck) passes(r *engine.Review) bool {
	return r.OK() && !(c.Strict && r.Doubtful())
}

// text says on standard error what is wrong, before all else, and on standard output
// what is in order and what is worth knowing; how much is wrong is the last line.
func (c *rulesCheck) text(s Streams, r *engine.Review) error {
	errors := r.Problems.Of(problem.Error)
	if err := problem.Render(s.Err, errors, c.Files, s.Lang); err != nil {
		return err
	}
	own, inherited := r.Own(), r.Inherited()
	if c.Inherited || c.Strict { // then they forbid, too
		own, inherited = append(own, inherited...), nil
	}
	for _, severity := range []problem.Severity{problem.Warning, problem.Note} {
		if err := c.kinds(s, own.Of(severity)); err != nil {
			return err
		}
	}
	for _, v := range r.Versions {
		if v.Past {
			fmt.Fprintf(s.Out, s.in("规则 %s 与发布时的文件相同，不再回答任何人，没有重新验证。\n", "Rules %s are as they were released, answer nobody any more, and were not proved again.\n"), v.Version)
		}
		if v.Rules == nil || !fine(r, v) {
			continue
		}
		format := s.in("规则 %s（%s）没有发现错误：%d 个指标、%d 张表（%.0f 个单元逐一验证）、%d 个推导值、%d 项风险。\n",
			"Rules %s (%s) are fine: %d indicators, %d tables (proved in %.0f cells), %d derived values, %d risks.\n")
		fmt.Fprintf(s.Out, format, v.Version, v.Rules.Hash, len(v.Rules.Tables), v.Proof.Tables, v.Proof.Cells, len(v.Rules.Derived), len(v.Rules.Risks))
	}
	if warnings, notes := len(own.Of(problem.Warning)), len(own.Of(problem.Note)); warnings+notes > 0 {
		fmt.Fprintf(s.Out, s.in("另有 %d 处提醒、%d 处说明。\n", "And %d warnings, %d notes.\n"), warnings, notes)
	}
	if len(inherited) > 0 {
		fmt.Fprintf(s.Out, s.in("草稿的来源版本就有的提醒 %d 处、说明 %d 处没有列出，加 --inherited 列出。\n", "%d warnings and %d notes that the origin of a draft has, too, are not listed; --inherited lists them.\n"),
			len(inherited.Of(problem.Warning)), len(inherited.Of(problem.Note)))
	}
	if !r.OK() {
		return failure{exitInvalid, fmt.Sprintf(s.in("共 %d 处问题，列在最前面", "%d problems, listed first"), len(errors))}
	}
	if !c.passes(r) {
		return failure{exitInvalid, ""}
	}
	return nil
}

// A kind of problem that stands in more than most places hides the others: some of these
// are enough to see what it is.
const most, some = 12, 3

// kinds prints problems, those of kinds with many of them behind the others.
func (c *rulesCheck) kinds(s Streams, list problem.List) error {
	byCode := map[string]problem.List{}
	for _, p := range list {
		byCode[p.Code] = append(byCode[p.Code], p)
	}
	many := func(code string) bool { return !c.All && len(byCode[code]) > most }
	few := slices.DeleteFunc(slices.Clone(list), func(p problem.Problem) bool { return many(p.Code) })
	if err := problem.Render(s.Out, few, c.Files, s.Lang); err != nil {
		return err
	}
	for _, code := range slices.Sorted(maps.Keys(byCode)) {
		if !many(code) {
			continue
		}
		if err := problem.Render(s.Out, byCode[code][:some], c.Files, s.Lang); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, s.in("[%s] 同一种的另有 %d 处，加 --all 逐处列出。\n", "[%s] %d more of this kind; --all lists them.\n"), code, len(byCode[code])-some)
	}
	return nil
}

// fine reports whether nothing is wrong in the files of a version; what is wrong
// in the dictionaries counts for all.
func fine(r *engine.Review, v engine.Reviewed) bool {
	for _, p := range r.Problems.Of(problem.Error) {
		if strings.Contains("/"+path.Dir(p.File)+"/", "/"+v.Version+"/") {
			return false
		}
	}
	return true
}

type jsonVersion struct {
	Version    string  `json:"version"`
	Active     bool    `json:"active"`
	Loaded     bool    `json:"loaded"`
	Past       bool    `json:"past,omitempty"` // as released, answers nobody: not loaded
	Hash       string  `json:"hash,omitempty"`
	Indicators int     `json:"indicators"`
	Tables     int     `json:"tables"` // proved
	Cells      float64 `json:"cells"`
	Derived    int     `json:"derived"`
	Risks      int     `json:"risks"`
}

func (c *rulesCheck) json(s Streams, r *engine.Review) error {
	versions := []jsonVersion{}
	for _, v := range r.Versions {
		j := jsonVersion{Version: v.Version, Active: v.Version == r.Active, Loaded: v.Rules != nil, Past: v.Past}
		if v.Rules != nil {
			j.Hash, j.Indicators, j.Tables, j.Cells = v.Rules.Hash, len(v.Rules.Tables), v.Proof.Tables, v.Proof.Cells
			j.Derived, j.Risks = len(v.Rules.Derived), len(v.Rules.Risks)
		}
		versions = append(versions, j)
	}
	return jsontree.WriteIndented(s.Out, map[string]any{
		"ok": c.passes(r), "versions": versions, "problems": r.Problems.Entries(s.Lang),
		"inherited": r.Inherited().Entries(s.Lang),
		"errors":    len(r.Problems.Of(problem.Error)), "warnings": len(r.Problems.Of(problem.Warning)), "notes": len(r.Problems.Of(problem.Note)),
	})
}

// invalid prints problems with their lines and makes the error of exit code 3.
func invalid(s Streams, files fs.FS, problems problem.List) error {
	if err := problem.Render(s.Err, problems, files, s.Lang); err != nil {
		return err
	}
	return failure{exitInvalid, fmt.Sprintf(s.in("共 %d 处问题", "%d problems"), len(problems))}
}
