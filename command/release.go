package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"tijian/engine/record"
	"tijian/engine/release"
	"tijian/server/config"
	"tijian/server/user"
)

// releasing are the folders of a release and the language of its messages.
type releasing struct {
	local
	Lang string `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

func (c *releasing) desk(s Streams) (*release.Desk, error) {
	if err := c.named(c.Lang); err != nil {
		return nil, err
	}
	c.announce(s, c.Lang)
	return &release.Desk{Files: c.Files, Checks: dictionaryChecks}, nil
}

// acting is a releasing by somebody with a password in the service's database.
type acting struct {
	releasing
	config.Data
	User string `required:"" placeholder:"NAME" help:"Who acts; the password is read from standard input."`
}

// begin opens the desk and makes sure who acts.
func (c *acting) begin(ctx context.Context, s Streams) (desk *release.Desk, by release.Person, err error) {
	if desk, err = c.desk(s); err != nil {
		return nil, by, err
	}
	err = withUsers(ctx, c.Data, func(users *user.Users) error {
		password, err := readPassword(os.Stdin, os.Stderr)
		if err != nil {
			return err
		}
		u, err := users.Authenticate(ctx, c.User, password)
		if errors.Is(err, user.ErrCredentials) {
			return failure{exitFailure, in(c.Lang, "用户名与密码不符", err.Error())}
		}
		by = release.Person{Name: u.Name, MayPropose: u.Role.MayPropose(), MayApprove: u.Role.MayApprove()}
		return err
	})
	return desk, by, err
}

var refusals = map[error]string{
	release.ErrNotAllowed: "这个用户的角色不能这样做（提出发布：editor、approver、admin；批准和回退：approver、admin）",
	release.ErrSamePerson: "提出发布的人不能自己批准，请另一位批准",
	release.ErrNoProposal: "还没有人提出发布这份草稿，先不带 --approve 运行一次",
	release.ErrChanged:    "提出发布以后，草稿或使用中的版本又变了，请重新提出",
	release.ErrReleased:   "这一版已经发布；要改，先用 tijian rules draft 另起草稿",
	release.ErrReason:     "请用 --reason 写明原因",
	release.ErrWaiting:    "另有一版正等待启用，先用 tijian rules rollback 撤回",
	release.ErrExists:     "这个名称已经有了",
	release.ErrUnknown:    "没有这个版本，或者从未发布过",
	release.ErrInForce:    "现在用的就是这一版",
	release.ErrTarget:     "退到哪一版不能确定（刚退过一次，或历史里没有更早的），请用 --to 写明",
	release.ErrName:       "名称只能用字母、数字、点、连字符和下划线",
}

// refused says in the reader's language why an act was not done.
func (c *releasing) refused(s Streams, err error) error {
	if r, ok := errors.AsType[*release.Refused](err); ok {
		if len(r.Problems) > 0 {
			return invalid(s.Err, c.Files, r.Problems, c.Lang)
		}
		return failure{exitTests, in(c.Lang, "草稿没有通过：\n  ", "the draft does not pass:\n  ") + strings.Join(r.In(c.Lang), "\n  ")}
	}
	for known, zh := range refusals {
		if errors.Is(err, known) {
			return failure{exitInvalid, in(c.Lang, strings.TrimSuffix(err.Error(), known.Error())+zh, err.Error())}
		}
	}
	return err
}

type rulesDraft struct {
	releasing
	Name string `arg:"" help:"Name of the new version, such as 2026.2."`
	From string `help:"Version to copy; the one in force by default." placeholder:"VERSION"`
}

// Run copies a version under a new name, to be edited.
func (c *rulesDraft) Run(s Streams) error {
	desk, err := c.desk(s)
	if err != nil {
		return err
	}
	if err := desk.Draft(c.Name, c.From); err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, in(c.Lang, "草稿 %s：改 %s/%s 与 %s/%s 里的文件，用 tijian rules check %s 检查\n", "Draft %s: edit the files in %s/%s and %s/%s, check them with tijian rules check %s\n"),
		c.Name, c.Rules, c.Name, c.Dictionaries, c.Name, c.Name)
	return err
}

type rulesRelease struct {
	acting
	Draft     string  `arg:"" help:"Draft to release."`
	Reason    string  `help:"Why; needed to propose." placeholder:"TEXT"`
	Effective string  `help:"From when on, such as 2026-12-01; at once by default." placeholder:"DAY"`
	Approve   bool    `help:"Release what somebody else has proposed."`
	Suites    string  `default:"testdata/rules" placeholder:"DIR" help:"Suites that the draft has to pass."`
	Sentences string  `default:"testdata/keywords" placeholder:"DIR" help:"Suites of sentences that its lexicon has to pass; empty for none."`
	Minimum   float64 `name:"min-coverage" default:"100" placeholder:"PERCENT" help:"Least share of rows, bounds, risk rows and derived cases that the suites reach."`
	MinScore  float64 `default:"0.98" placeholder:"SCORE" help:"Least share of small wrong changes that the suites find, 0 to 1."`
	Persons   int     `default:"10000" help:"Size of the generated population whose answers are compared."`
}

// Run proposes a release or approves one. It exits with 3 when the files are
// wrong or the act is out of order, with 4 when the suites say no.
func (c *rulesRelease) Run(ctx context.Context, s Streams) error {
	desk, by, err := c.begin(ctx, s)
	if err != nil {
		return err
	}
	if c.Approve {
		e, err := desk.Approve(c.Draft, by)
		if err != nil {
			return c.refused(s, err)
		}
		return c.tell(s, e)
	}
	desk.Suites, desk.Sentences = c.Suites, c.Sentences
	desk.Demands = release.Demands{Coverage: c.Minimum, Mutation: c.MinScore, Persons: c.Persons}
	p, err := desk.Propose(c.Draft, by, c.Reason, c.Effective)
	if err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, in(c.Lang, "已提出发布 %s：%s\n请另一位批准：tijian rules release %s --approve --user 名字\n", "Proposed %s: %s\nSomebody else approves: tijian rules release %s --approve --user NAME\n"),
		c.Draft, c.numbers(&p.Effect), c.Draft)
	return err
}

func (c *releasing) numbers(e *record.Effect) string {
	return fmt.Sprintf(in(c.Lang, "用例 %d 例，覆盖最低 %.1f%%，变异得分 %.3f，%d 处差异，%d 人中 %d 人的结果改变",
		"%d trials, least coverage %.1f%%, mutation score %.3f, %d differences, of %d persons the answers of %d change"),
		e.Trials, e.CoverageLeast, e.MutationScore, e.Differences, e.Persons, e.PersonsAffected)
}

// tell shows an entry of the history.
func (c *releasing) tell(s Streams, e record.Entry) error {
	act := map[string]string{record.Released: in(c.Lang, "发布", "release"), record.RolledBack: in(c.Lang, "回退", "rollback")}[e.Act]
	who := e.By
	if e.Approved != "" {
		who += in(c.Lang, " 提出，", " proposed, ") + e.Approved + in(c.Lang, " 批准", " approved")
	}
	when := ""
	if e.Effective != "" {
		when = in(c.Lang, "，自 ", ", from ") + e.Effective + in(c.Lang, " 起", " on")
	}
	if _, err := fmt.Fprintf(s.Out, "%d  %s  %s  %s → %s%s  %s  “%s”  %.12s\n", e.Number, e.At.Local().Format("2006-01-02 15:04:05"), act, e.From, e.Version, when, who, e.Reason, e.Fingerprint); err != nil {
		return err
	}
	if e.Effect == nil {
		return nil
	}
	_, err := fmt.Fprintf(s.Out, "   %s\n", c.numbers(e.Effect))
	return err
}

type rulesRollback struct {
	acting
	To     string `help:"Version to put back in force; the one before by default." placeholder:"VERSION"`
	Reason string `help:"Why." placeholder:"TEXT"`
}

// Run puts an earlier version back in force, or takes back one that waits for
// its day.
func (c *rulesRollback) Run(ctx context.Context, s Streams) error {
	desk, by, err := c.begin(ctx, s)
	if err != nil {
		return err
	}
	e, err := desk.Rollback(c.To, by, c.Reason)
	if err != nil {
		return c.refused(s, err)
	}
	return c.tell(s, e)
}

type rulesHistory struct{ releasing }

// Run verifies and prints the history, after whatever an earlier process left
// undone. It exits with 3 when an entry does not follow from those before, or a
// released version is not as it was.
func (c *rulesHistory) Run(s Streams) error {
	desk, err := c.desk(s)
	if err != nil {
		return err
	}
	if err := desk.Finish(); err != nil {
		fmt.Fprintln(s.Err, in(c.Lang, "未完成的发布没有继续：", "what was left undone stays so: ")+err.Error())
	}
	entries, problems := desk.History()
	for _, e := range entries {
		if err := c.tell(s, e); err != nil {
			return err
		}
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if !seen[e.Version] {
			seen[e.Version] = true
			problems = append(problems, c.Locked(e.Version)...)
		}
	}
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, c.Lang)
	}
	if len(entries) == 0 {
		_, err = fmt.Fprintln(s.Out, in(c.Lang, "还没有发布过", "Nothing was released yet"))
		return err
	}
	_, err = fmt.Fprintf(s.Out, in(c.Lang, "%d 条，前后相接，末条的哈希 %s\n", "%d entries, each follows from those before; hash of the last %s\n"), len(entries), record.Head(entries))
	return err
}
