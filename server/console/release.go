package console

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"tijian/engine/problem"
	"tijian/engine/release"
	"tijian/engine/sheet"
	"tijian/server/console/review"
	"tijian/server/console/words"
	"tijian/server/job"
	"tijian/server/user"
)

// A proposing is what the form of a proposal says.
type proposing struct {
	Reason  string            `form:"reason"`
	Day     string            `form:"effective"`
	Reasons map[string]string // why groups of the sheet may be milder, by their ids
}

// A workView is how far the trying of a draft has come.
type workView struct {
	Running bool
	Seconds int
	At      int // of release.Stages
	job.Progress
	Failed  string
	Faults  problem.List
	Reasons []string
	Asked   proposing    // as it was typed, until it is proposed
	Milder  *review.View // groups of the sheet for which nobody said why they may be milder
}

// workView is what became of a draft; nil when it was not tried.
func (c *Console) workView(lang, draft string) *workView {
	j := c.work.Find(draft, "")
	if j == nil {
		return nil
	}
	came := j.State()
	switch {
	case came.Running:
		return &workView{Running: true, Seconds: int(time.Since(j.Began).Seconds()), Progress: came.Progress, Asked: came.Outcome,
			At: max(0, slices.Index(release.Stages, release.Stage(came.Stage)))}
	case came.Err == nil:
		return &workView{}
	}
	p := &workView{Asked: came.Outcome, Failed: words.In(lang).Say("draft.failed")}
	if refused, is := errors.AsType[*release.Refused](came.Err); is {
		p.Failed, p.Faults = "", refused.Problems
		if len(refused.Groups) > 0 {
			p.Milder = review.Of(&sheet.Sheet{Groups: refused.Groups}, lang, "", false, review.Page{})
		}
		for _, one := range refused.Reasons {
			p.Reasons = append(p.Reasons, one.In(lang))
		}
	} else if o, is := errors.AsType[release.OutOfOrder](came.Err); is {
		p.Failed = o.Sentence().In(lang)
	}
	return p
}

// busy is the draft that is tried now, "" for none.
func (c *Console) busy() string {
	if j := c.work.Find("", ""); j != nil && j.State().Running {
		return j.Version
	}
	return ""
}

// try begins to propose a draft; false while another is tried.
func (c *Console) try(draft string, asked proposing, propose func(told func(job.Progress)) error) bool {
	_, begun := c.work.Begin(&job.Job[proposing]{Version: draft, Until: asked}, func(told func(job.Progress)) (proposing, error) { return asked, propose(told) })
	return begun
}

// propose tries a draft in the background and proposes it when it passes.
func (c *Console) propose(v *requestContext) error {
	releaser, by, err := c.act(v)
	if err != nil {
		return err
	}
	var form proposing
	v.sent(&form)
	if form.Reasons = review.Reasons(v.PostForm); form.Reason == "" {
		return c.outOfOrder(v, release.ErrReason)
	}
	releaser.Sentences, releaser.Demands, releaser.Reasons = c.Release.Sentences, c.Release.Demands, form.Reasons
	begun := c.try(v.version.Name, form, func(told func(job.Progress)) error {
		releaser.OnProgress = func(stage release.Stage, run, of int) { told(job.Progress{Stage: string(stage), Run: run, Of: of}) }
		_, err := releaser.Propose(v.version.Name, by, form.Reason, form.Day)
		return err
	})
	if !begun {
		return v.fail(http.StatusConflict, "draft.busy")
	}
	return v.redirect("rules/draft/" + v.version.Name)
}

// waiting are the proposals that somebody is to approve, without their sheets.
func (c *Console) waiting() ([]*release.Proposal, error) {
	if !c.book.Editable() {
		return nil, nil
	}
	return c.releaser().Waiting()
}

// act is the releaser, and the visitor as one who acts on releases.
func (c *Console) act(v *requestContext) (*release.Releaser, release.Person, error) {
	if err := v.inFolders(); err != nil {
		return nil, release.Person{}, err
	}
	releaser := c.releaser()
	signers, err := c.signers(v.Context())
	releaser.Signers = signers
	ctx, address, request := context.WithoutCancel(v.Context()), v.RemoteAddr, v.requestID() // the page is long gone when a draft has been tried
	releaser.OnAct = func(a release.Act) {
		level, event, attrs := a.Record(problem.English)
		c.record(ctx, address, request, level, event, a.By.Name, attrs...)
	}
	if err != nil {
		return nil, release.Person{}, err
	}
	made, err := c.Audit.MadeBy(v.Context(), v.user.Name, c.ApproverWait)
	return releaser, release.Person{Name: v.user.Name, MayPropose: v.user.Role.MayPropose(), MayApprove: v.user.Role.MayApprove(), MadeBy: made}, err
}

// signers are the users who may sign cases.
func (c *Console) signers(ctx context.Context) ([]string, error) {
	all, err := c.Users.List(ctx)
	names := []string{}
	for _, u := range all {
		if !u.Disabled && u.Role.Includes(user.Editor) {
			names = append(names, u.Name)
		}
	}
	return names, err
}

func (c *Console) approve(v *requestContext) error {
	releaser, by, err := c.act(v)
	if err != nil {
		return err
	}
	if _, err := releaser.Approve(v.version.Name, by); err != nil {
		return c.refusedAct(v, err)
	}
	c.Reload()
	return v.redirect("rules/history")
}

func (c *Console) rollback(v *requestContext) error {
	releaser, by, err := c.act(v)
	if err != nil {
		return err
	}
	if _, err := releaser.Rollback(strings.TrimSpace(v.PostFormValue("to")), by, strings.TrimSpace(v.PostFormValue("reason"))); err != nil {
		return c.refusedAct(v, err)
	}
	c.Reload()
	return v.redirect("rules/history")
}

func (c *Console) refusedAct(v *requestContext, err error) error {
	if refused, ok := errors.AsType[*release.Refused](err); ok {
		return v.fail(http.StatusConflict, "act.refused", strings.Join(append(refused.In(v.lang), texts(v.lang, refused.Problems)...), "\n"))
	}
	return c.outOfOrder(v, err)
}

func texts(lang string, list problem.List) []string {
	var all []string
	for _, p := range list {
		all = append(all, p.Text(lang))
	}
	return all
}
