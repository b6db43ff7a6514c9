package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/message"
)

// maxExplained bounds the samples of one request to explain.
const maxExplained = 1000

type rulesExplain struct {
	local
	Request string `arg:"" help:"评估请求的文件（JSON）；- 表示标准输入" en:"File with an assessment request (JSON); - is standard input."`
	Version string `help:"用哪一版评估；默认为使用中的版本" en:"Version that answers; the active one by default." placeholder:"VERSION"`
	JSON    bool   `name:"json" help:"输出接口完整形式的回答" en:"The answer of the API's full form."`
}

// Run prints the answer with its trace.
func (c *rulesExplain) Run(s Streams) error {
	c.announce(s)
	body, err := readInput(c.Request, s.In)
	if err != nil {
		return err
	}
	snapshot, problems := engine.DraftRules(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	answer, _, err := snapshot.Assessment(body, maxExplained, engine.Form{Full: true}, time.Now())
	if err != nil {
		return failure{exitInvalid, fmt.Sprintf(s.in("%s：请求有误，没有评估：%s", "%s: the request is wrong and was not assessed: %s"), c.Request, message.Localise(err, s.Lang))}
	}
	if c.JSON {
		_, err = fmt.Fprintf(s.Out, "%s\n", answer)
		return err
	}
	tree, err := jsontree.Parse(answer)
	if err != nil {
		return err
	}
	explain(s, tree, colored(s.Out))
	tellNamespace(s, snapshot, tree.Get("namespace").Text)
	return nil
}

// tellNamespace says that a namespace has nothing of its own, where others have:
// most likely it is misspelt.
func tellNamespace(s Streams, snapshot *engine.Snapshot, namespace string) {
	known := snapshot.Namespaces()
	if namespace == "" || len(known) == 0 || slices.Contains(known, namespace) {
		return
	}
	no := message.NamespaceUnknown.With("name", namespace, "known", known)
	fmt.Fprintln(s.Err, no.In(s.Lang))
}

// colored gives what makes words bold where colours are wanted.
func colored(w io.Writer) func(string) string {
	if wantsColour(w) {
		return func(s string) string { return "\x1b[1m" + s + "\x1b[0m" }
	}
	return func(s string) string { return s }
}

// wantsColour is false where the output is no terminal or NO_COLOR
// (no-color.org) is set.
func wantsColour(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && isTerminal(w)
}

// explain prints the full answer for people.
func explain(s Streams, tree *jsontree.Node, bold func(string) string) {
	w, rules := s.Out, tree.Get("ruleset")
	fmt.Fprintf(w, s.in("规则 %s（%s）\n", "Rules %s (%s)\n"), rules.Get("version").Text, rules.Get("hash").Text)
	if summary := tree.Get("summary"); summary != nil {
		explainSummary(s, summary, bold)
	}
	for _, sample := range tree.Get("samples").Items {
		explainSample(s, sample, bold)
	}
	if derived := tree.Get("derived"); len(derived.Members) > 0 {
		fmt.Fprintln(w, s.in("\n推导值", "\nDerived values"))
		for _, m := range derived.Members {
			fmt.Fprintf(w, "  %-28s %s\n", m.Key, short(m.Value))
		}
	}
	if assumed := tree.Get("assumptions"); len(assumed.Items) > 0 {
		fmt.Fprintln(w, s.in("\n假定", "\nAssumptions"))
		for _, a := range assumed.Items {
			fmt.Fprintf(w, "  %s\n", a.Text)
		}
	}
	if unused := tree.Get("unused_fields"); unused != nil && len(unused.Items) > 0 {
		fmt.Fprintln(w, s.in("\n没有采用的字段", "\nFields that were not used"))
		for _, u := range unused.Items {
			var near []string
			for _, n := range u.Get("did_you_mean").Items {
				near = append(near, n.Text)
			}
			switch field := u.Get("field").Text; len(near) {
			case 0:
				fmt.Fprintf(w, "  %s\n", field)
			case 1:
				fmt.Fprintf(w, "  %s  %s\n", field, message.DidYouMean.With("near", near[0]).In(s.Lang))
			default:
				fmt.Fprintf(w, "  %s  %s\n", field, message.DidYouMeanOne.With("near", near).In(s.Lang))
			}
		}
	}
}

// explainSummary prints what stands out first.
func explainSummary(s Streams, n *jsontree.Node, bold func(string) string) {
	w := s.Out
	fmt.Fprintf(w, "\n%s\n", bold(n.Get("headline").Text))
	for _, e := range n.Get("entries").Items {
		var findings []string
		for _, f := range e.Get("findings").Items {
			findings = append(findings, f.Get("title").Text+" "+textOf(f.Get("level"))+raw(f.Get("flag")))
		}
		fmt.Fprintf(w, s.in("  %s：%s（%s）", "  %s: %s (%s)"), e.Get("title").Text, e.Get("why").Text, strings.Join(findings, s.in("，", ", ")))
		if class := e.Get("alert").Text; class != "none" {
			fmt.Fprintf(w, s.in("，%s 类", ", class %s"), class)
		}
		if department := e.Get("department").Text; department != "" {
			fmt.Fprintf(w, s.in("，%s", ", %s"), department)
		}
		if days := e.Get("recheck_days"); days.Kind == jsontree.Number {
			fmt.Fprintf(w, s.in("，%s 天内复查", ", within %s days"), raw(days))
		}
		fmt.Fprintln(w)
	}
}

func explainSample(s Streams, n *jsontree.Node, bold func(string) string) {
	w, trace := s.Out, n.Get("trace")
	fmt.Fprintf(w, "\n%s %s %s → %s", bold(n.Get("name").Text), raw(n.Get("value")), textOf(n.Get("unit")), bold(n.Get("level").Text))
	if ideal := n.Get("ideal").Text; ideal != "" {
		fmt.Fprintf(w, s.in("（理想范围 %s）", " (ideal %s)"), ideal)
	}
	fmt.Fprintf(w, "\n  %s\n", n.Get("tip").Text)
	if hint := n.Get("hint").Text; hint != "" {
		fmt.Fprintf(w, "  %s\n", hint)
	}
	if trend := n.Get("trend"); trend != nil {
		fmt.Fprintf(w, "  %s\n", trend.Text)
	}
	if decided := textOf(trace.Get("range")); decided != "" {
		fmt.Fprintf(w, "  %s\n", map[string]string{assess.PrintedRange: s.in("按打印的参考范围判断", "judged by the printed range"), assess.TableRange: s.in("打印的参考范围没有用到", "the printed range was not used")}[decided])
	}
	if file := trace.Get("file").Text; file != "" {
		fmt.Fprintf(w, s.in("  规则 %s:%s 第 %s 行条件，按 %s %s 判断\n", "  rule %s:%s, row %s, judged by %s %s\n"), file, raw(trace.Get("line")), raw(trace.Get("row")), short(trace.Get("value")), trace.Get("unit").Text)
	}
	for _, side := range []struct{ key, on, beyond string }{
		{"lower", s.in("稍低", "any lower"), s.in("再低", "lower by")},
		{"upper", s.in("稍高", "any higher"), s.in("再高", "higher by")},
	} {
		if d := trace.Get(side.key); d.Kind == jsontree.Object {
			if by, _ := d.Get("by").Float(); by == 0 {
				fmt.Fprintf(w, s.in("  正在分界 %s 上，%s即为 %s\n", "  on the bound %s; %s it is %s\n"), short(d.Get("at")), side.on, d.Get("level").Text)
				continue
			}
			fmt.Fprintf(w, s.in("  %s %s 到分界 %s，那边是 %s\n", "  %s %s is the bound %s; beyond it is %s\n"), side.beyond, short(d.Get("by")), short(d.Get("at")), d.Get("level").Text)
		}
	}
	for _, source := range trace.Get("sources").Items {
		fmt.Fprintf(w, s.in("  依据 [%s] %s %s\n", "  source [%s] %s %s\n"), source.Get("key").Text, source.Get("title").Text, source.Get("place").Text)
	}
	for i, risk := range n.Get("risks").Items {
		flag, _ := risk.Get("flag").Float()
		how := trace.Get("risks").Items[i]
		fmt.Fprintf(w, s.in("  风险 %s %s（规则 %s，%s:%s）\n", "  risk %s %s (rule %s, %s:%s)\n"), bars(int(flag)), risk.Get("name").Text, how.Get("rule").Text, how.Get("file").Text, raw(how.Get("line")))
		var inputs []string
		for _, in := range how.Get("inputs").Items {
			inputs = append(inputs, fmt.Sprintf("%s=%s", in.Get("name").Text, short(in.Get("value"))))
		}
		fmt.Fprintf(w, s.in("       用到 %s\n", "       from %s\n"), strings.Join(inputs, s.in("，", ", ")))
	}
}

// bars draws a flag as signal bars.
func bars(flag int) string {
	return strings.Repeat("▮", flag) + strings.Repeat("▯", max(0, 4-flag))
}

func raw(n *jsontree.Node) string {
	if n == nil {
		return ""
	}
	return n.Raw
}

// short writes a number with six digits, anything else as it is.
func short(n *jsontree.Node) string {
	if v, ok := n.Float(); ok {
		return fmt.Sprintf("%.6g", v)
	}
	if n.Kind == jsontree.String {
		return n.Text
	}
	return raw(n)
}

func textOf(n *jsontree.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}
