package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"tijian/engine/message"
	"tijian/engine/record"
	"tijian/engine/release"
	"tijian/engine/sheet"
	"tijian/server/audit"
	"tijian/server/config"
	"tijian/server/factor"
	"tijian/server/store"
	"tijian/server/user"
)

// releasing are the folders of a release.
type releasing struct{ local }

func (c *releasing) releaser(s Streams) (*release.Releaser, error) {
	if err := c.named(s); err != nil {
		return nil, err
	}
	c.announce(s)
	return &release.Releaser{Files: c.Files, Checks: dictionaryChecks}, nil
}

// acting is a releasing by somebody with a password in the service's database.
type acting struct {
	releasing
	recorded
	config.People
	User string `required:"" placeholder:"NAME" help:"操作者的用户名；密码从标准输入读取" en:"Who acts; the password is read from standard input."`
}

// person makes sure who acts.
func (c *acting) person(ctx context.Context, s Streams, releaser *release.Releaser) (by release.Person, err error) {
	releaser.OneKey = c.OneKey
	releaser.OnAct = func(a release.Act) { c.tell(ctx, s, a) }
	err = withDB(ctx, c.Data, func(db *store.DB) error {
		users := user.New(db)
		u, err := c.authenticate(ctx, s, db, users)
		if errors.Is(err, user.ErrCredentials) {
			c.record(s, slog.LevelWarn, loginFailed, c.User)
			c.keep(ctx, s, audit.Entry{Event: loginFailed, About: c.User})
			return failure{exitFailure, message.Localise(user.ErrCredentials, s.Lang)}
		}
		if err != nil {
			return err
		}
		by = release.Person{Name: u.Name, MayPropose: u.Role.MayPropose(), MayApprove: u.Role.MayApprove()}
		by.MadeBy, err = audit.New(db, slog.New(slog.DiscardHandler), time.Now).MadeBy(ctx, u.Name, c.ApproverWait)
		if err != nil {
			return err
		}
		all, err := users.List(ctx)
		releaser.Signers = []string{}
		for _, u := range all {
			if !u.Disabled && u.Role.MayPropose() {
				releaser.Signers = append(releaser.Signers, u.Name)
			}
		}
		return err
	})
	return by, err
}

// authenticate reads the password, and the code of who has a second factor.
func (c *acting) authenticate(ctx context.Context, s Streams, db *store.DB, users *user.Users) (user.User, error) {
	password, err := s.readPassword()
	if err != nil {
		return user.User{}, err
	}
	who := factor.Both{Authenticator: users, Policy: factor.Policy(c.SecondFactor)}
	if u, err := users.Current(ctx, c.User); err == nil && u.Factor {
		if who.Factors, err = c.factors(db); err != nil {
			return user.User{}, err
		}
		if who.Code, err = s.readSecret(s.in("验证器的六位数字，或备用码：", "Code of the app, or a recovery code: ")); err != nil {
			return user.User{}, err
		}
	}
	return who.Authenticate(audit.With(ctx, audit.Entry{Event: user.RecoveryUsed, Who: c.User, Via: "command"}), c.User, password)
}

const loginFailed = "login-failed"

// tell records an act of a release, done or refused.
func (c *acting) tell(ctx context.Context, s Streams, a release.Act) {
	level, event, attrs := a.Record(s.Lang)
	c.record(s, level, event, a.By.Name, attrs...)
	c.keep(ctx, s, audit.Entry{Event: event, Who: a.By.Name, About: a.Version, More: a.Code()})
}

// refused says in the reader's language why an act was not done.
func (c *releasing) refused(s Streams, err error) error {
	if r, ok := errors.AsType[*release.Refused](err); ok {
		if len(r.Problems) > 0 {
			return invalid(s, c.Files, r.Problems)
		}
		return failure{exitTests, s.in("草稿没有通过：\n  ", "the draft does not pass:\n  ") + strings.Join(r.In(s.Lang), "\n  ")}
	}
	if _, ok := errors.AsType[release.OutOfOrder](err); ok {
		return failure{exitInvalid, message.Localise(err, s.Lang)}
	}
	return err
}

// releaseDemands are what a draft has to reach when nobody says otherwise: the
// defaults of rules release, and what the pages ask for.
var releaseDemands = release.Demands{Coverage: 100, Mutation: 0.98, Persons: 10_000}

type rulesDraft struct {
	releasing
	Name string `arg:"" help:"新版本的名称，例如 2026.2；最多 60 个字符" en:"Name of the new version, such as 2026.2; at most 60 characters."`
	From string `help:"要复制的版本；默认为使用中的版本" en:"Version to copy; the one in force by default." placeholder:"VERSION"`
}

// Run copies a version under a new name, to be edited.
func (c *rulesDraft) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	if err := releaser.Draft(c.Name, c.From); err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("草稿 %s：改 %s/%s 与 %s/%s 里的文件，用 tijian rules check %s 检查\n", "Draft %s: edit the files in %s/%s and %s/%s, check them with tijian rules check %s\n"),
		c.Name, c.Rules, c.Name, c.Dictionaries, c.Name, c.Name)
	return err
}

type rulesRelease struct {
	acting
	Draft     string            `arg:"" help:"要发布的草稿" en:"Draft to release."`
	Reason    string            `help:"原因；提出发布时必须写" en:"Why; needed to propose." placeholder:"TEXT"`
	Effective string            `help:"从哪天起启用，例如 2026-12-01；默认立即启用" en:"From when on, such as 2026-12-01; at once by default." placeholder:"DAY"`
	Approve   bool              `help:"批准另一个人提出的发布" en:"Release what somebody else has proposed."`
	Sheet     string            `help:"签好的改动清单（tijian rules sheet --out 写的）；批准时必须有，提出时可以在里面写变轻的原因" en:"The change sheet (tijian rules sheet --out) with a decision for every group, needed to approve; who proposes may give reasons in it." placeholder:"FILE"`
	ReasonFor map[string]string `name:"reason-for" mapsep:"none" help:"变轻了的（等级、快慢、重要异常结果、不再说的话、少了的词）为什么可以，每项一条" en:"Why what gets milder may be so, for each indicator, risk, word or group." placeholder:"NAME=TEXT"`
	Suites    string            `default:"testdata/rules" placeholder:"DIR" help:"草稿要通过的用例" en:"Suites that the draft has to pass."`
	Sentences string            `default:"testdata/keywords" placeholder:"DIR" help:"词库要通过的句子用例；留空表示没有" en:"Suites of sentences that its lexicon has to pass; empty for none."`
	Minimum   float64           `name:"min-coverage" default:"100" placeholder:"PERCENT" help:"用例至少要覆盖的表行、分界、风险行和推导情形的百分比" en:"Least share of rows, bounds, risk rows and derived cases that the suites reach."`
	MinScore  float64           `default:"0.98" placeholder:"SCORE" help:"用例至少要找出的细小改错的比例，0 到 1" en:"Least share of small wrong changes that the suites find, 0 to 1."`
	Persons   int               `default:"10000" help:"用来比较结论的生成人群的人数" en:"Size of the generated population whose answers are compared."`
}

// Run proposes a release or approves one. It exits with 3 when the files are
// wrong or the act is out of order, with 4 when the suites say no. It asks for no
// context: a signal ends it at once, in the minutes of proving as in an act, which is
// then completed or undone by the next command.
func (c *rulesRelease) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	said := &sheet.Signed{}
	if c.Sheet != "" {
		if said, err = signed(s, c.Sheet); err != nil {
			return err
		}
	}
	by, err := c.person(context.Background(), s, releaser)
	if err != nil {
		return err
	}
	if c.Approve {
		if c.Sheet != "" {
			if _, err := releaser.Decide(c.Draft, by, said.Fingerprint, said.Decisions); err != nil {
				return c.refused(s, err)
			}
		}
		e, err := releaser.Approve(c.Draft, by)
		if err != nil {
			return c.refused(s, err)
		}
		return show(s, e, false)
	}
	releaser.Reasons = map[string]string{}
	maps.Copy(releaser.Reasons, said.Reasons)
	maps.Copy(releaser.Reasons, c.ReasonFor)
	releaser.Suites, releaser.Sentences = c.Suites, c.Sentences
	releaser.OnProgress = proving(s)
	releaser.Demands = release.Demands{Coverage: c.Minimum, Mutation: c.MinScore, Persons: c.Persons}
	p, err := releaser.Propose(c.Draft, by, c.Reason, c.Effective)
	if err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("已提出发布 %s：%s\n改动 %d 组，请另一位逐组签过再批准：\n  tijian rules sheet %s --out sheet.yaml\n  tijian rules release %s --approve --sheet sheet.yaml --user 名字\n",
		"Proposed %s: %s\n%d groups of changes; somebody else signs each and approves:\n  tijian rules sheet %s --out sheet.yaml\n  tijian rules release %s --approve --sheet sheet.yaml --user NAME\n"),
		c.Draft, numbers(s, &p.Effect), len(p.Sheet.Groups), c.Draft, c.Draft)
	return err
}

// proving says each stage of the minutes of proving once, as it begins.
func proving(s Streams) func(stage release.Stage, done, all int) {
	var said release.Stage
	return func(stage release.Stage, _, _ int) {
		if stage != said {
			said = stage
			fmt.Fprintf(s.Err, s.in("%d/%d %s……\n", "%d/%d %s…\n"), 1+slices.Index(release.Stages, stage), len(release.Stages), stage.Called().In(s.Lang))
		}
	}
}

func numbers(s Streams, e *record.Effect) string {
	score := s.in("没有试过变异", "no mutants tried") // where no score was demanded
	if e.MutationScore > 0 {
		score = fmt.Sprintf(s.in("变异得分 %.3f", "mutation score %.3f"), e.MutationScore)
	}
	text := fmt.Sprintf(s.in("用例 %d 例，覆盖最低 %.1f%%，%s，%d 处差异，%d 人中 %d 人的结果改变",
		"%d trials, least coverage %.1f%%, %s, %d differences, of %d persons the answers of %d change"),
		e.Trials, e.CoverageLeast, score, e.Differences, e.Persons, e.PersonsAffected)
	if e.Made+e.NotTried > 0 {
		text += fmt.Sprintf(s.in("；按改动造的 %d 人中 %d 人读到的不同，%d 处没有试到", "; of %d persons made for the changes %d read something else, %d changes are not exercised"), e.Made, e.MadeAffected, e.NotTried)
	}
	return text
}

// show prints an entry of the history. changes prints the groups that were signed (of
// earlier entries, what files lost, gained or altered); else only how many there are.
func show(s Streams, e record.Entry, changes bool) error {
	act := map[string]string{record.Released: s.in("发布", "release"), record.RolledBack: s.in("回退", "rollback")}[e.Act]
	who := e.By
	if e.Approved != "" {
		who += s.in(" 提出，", " proposed, ") + e.Approved + s.in(" 批准", " approved")
	}
	when := ""
	if e.Effective != "" {
		when = s.in("，自 ", ", from ") + e.Effective + s.in(" 起", " on")
	}
	out := bufio.NewWriter(s.Out)
	fmt.Fprintf(out, "%d  %s  %s  %s → %s%s  %s  “%s”  %s %.12s\n", e.Number, e.At.Local().Format("2006-01-02 15:04:05"), act, e.From, e.Version, when, who, e.Reason, record.LockName, e.Fingerprint)
	if e.OneKey {
		fmt.Fprintln(out, s.in("   改的人可以自己接受预期（TIJIAN_ONE_KEY）", "   whoever edits may accept (TIJIAN_ONE_KEY)"))
	}
	if e.Effect == nil {
		return out.Flush()
	}
	fmt.Fprintf(out, "   %s\n", numbers(s, e.Effect))
	var what []string
	for _, c := range e.Effect.Changes {
		what = append(what, c.File+": "+c.What)
	}
	for _, g := range e.Signed {
		of := fmt.Sprintf(s.in("%s（%d 处），%s 于 %s 同意", "%s (%d), agreed by %s on %s"), g.What, g.Count, g.By, g.On.Local().Format(time.DateOnly))
		for _, said := range []string{g.Reason, g.Comment} {
			if said != "" {
				of += "；“" + said + "”"
			}
		}
		what = append(what, g.Group+": "+strings.Join(append([]string{of}, g.Changes...), "\n     "))
	}
	if n := len(what); n > 0 && !changes {
		fmt.Fprintf(out, s.in("   与 %s 相比，%d 组改动；tijian rules history --changes 逐组列出\n",
			"   against %s, %d groups of changes; tijian rules history --changes lists them\n"), e.From, n)
		return out.Flush()
	}
	for _, one := range what {
		fmt.Fprintf(out, "   %s\n", one)
	}
	return out.Flush()
}

type rulesRollback struct {
	acting
	To     string `help:"退到哪一版；默认为前一版" en:"Version to put back in force; the one before by default." placeholder:"VERSION"`
	Reason string `help:"原因" en:"Why." placeholder:"TEXT"`
}

// Run puts an earlier version back in force, or takes back one that waits for
// its day.
func (c *rulesRollback) Run(ctx context.Context, s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	by, err := c.person(ctx, s, releaser)
	if err != nil {
		return err
	}
	e, err := releaser.Rollback(c.To, by, c.Reason)
	if err != nil {
		return c.refused(s, err)
	}
	return show(s, e, false)
}

type rulesHistory struct {
	releasing
	Changes bool `help:"逐组列出签过的改动（早先的版本逐个文件）" en:"List the signed groups of changes (of earlier versions, file by file)."`
}

// Run verifies and prints the history, after whatever an earlier process left
// undone. It exits with 3 when an entry does not follow from those before, or a
// released version is not as it was.
func (c *rulesHistory) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	if err := releaser.Finish(); err != nil {
		fmt.Fprintln(s.Err, s.in("未完成的发布没有继续：", "what was left undone stays so: ")+message.Localise(err, s.Lang))
	}
	entries, problems := releaser.History()
	for _, e := range entries {
		if err := show(s, e, c.Changes); err != nil {
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
		return invalid(s, c.Files, problems)
	}
	if len(entries) == 0 {
		_, err = fmt.Fprintln(s.Out, s.in("还没有发布过", "Nothing was released yet"))
		return err
	}
	_, err = fmt.Fprintf(s.Out, s.in("%d 条，前后相接，末条的哈希 %s\n", "%d entries, each follows from those before; hash of the last %s\n"), len(entries), record.Head(entries))
	return err
}
