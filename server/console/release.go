package console

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/release"
	"tijian/server/user"
)

// work is what takes minutes: trying a draft before it is proposed. One draft at
// a time is tried, beside the requests of everybody else.
type work struct {
	mu      sync.Mutex
	draft   string
	asked   proposing
	began   time.Time
	stage   release.Stage
	run, of int // parts of the stage
	done    bool
	refused *release.Refused
	err     error
	ended   sync.WaitGroup
}

// proposing is what the form of a proposal says.
type proposing struct {
	Reason, Day string
	Seen        bool
}

// A workView is how far the trying of a draft has come.
type workView struct {
	Running bool
	Seconds int
	Stages  []stageView
	Failed  string
	Faults  problem.List
	Reasons []string
	Asked   proposing // as it was typed, until it is proposed
	Unseen  bool      // changes of dictionaries that nobody said to have seen
}

// view is what became of a draft; nil when it was not tried.
func (w *work) view(lang, draft string) *workView {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.draft != draft {
		return nil
	}
	p := &workView{Running: !w.done, Seconds: int(time.Since(w.began).Seconds())}
	if p.Running || w.refused != nil || w.err != nil {
		p.Asked = w.asked
	}
	if p.Running {
		p.Stages = w.stages(lang)
	}
	switch {
	case w.refused != nil:
		p.Faults, p.Reasons = w.refused.Problems, w.refused.In(lang)
		p.Unseen = slices.ContainsFunc(w.refused.Problems, func(one problem.Problem) bool { return one.Code == message.Changed.Code })
	case w.err != nil:
		p.Failed = words[lang].say("draft.failed")
		if o, is := errors.AsType[release.OutOfOrder](w.err); is {
			p.Failed = o.Sentence().In(lang)
		}
	}
	return p
}

// A stageView is a stage of the trying: behind us, at work, or yet to come.
type stageView struct {
	Title   string
	Done    bool
	Now     bool
	Run, Of int // parts of it, where it has some
}

func (w *work) stages(lang string) (list []stageView) {
	now := slices.Index(release.Stages, w.stage)
	for i, s := range release.Stages {
		one := stageView{Title: words[lang].say("stage." + string(s)), Done: i < now, Now: i == now}
		if one.Now {
			one.Run, one.Of = w.run, w.of
		}
		list = append(list, one)
	}
	return list
}

// trying notes how far the trying has come.
func (w *work) trying(stage release.Stage, run, of int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stage, w.run, w.of = stage, run, of
}

// busy is the draft that is tried now, "" for none.
func (w *work) busy() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done {
		return ""
	}
	return w.draft
}

// try begins to propose a draft; false while another is tried.
func (w *work) try(draft string, asked proposing, propose func() error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.draft != "" && !w.done {
		return false
	}
	w.draft, w.asked, w.began, w.stage, w.done, w.refused, w.err = draft, asked, time.Now(), release.Checking, false, nil, nil
	w.ended.Go(func() {
		err := propose()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.done = true
		if refused, ok := errors.AsType[*release.Refused](err); ok {
			w.refused = refused
		} else {
			w.err = err
		}
	})
	return true
}

// propose tries a draft in the background and proposes it when it passes.
func (c *Console) propose(v *requestContext) error {
	desk, by, err := c.act(v)
	if err != nil {
		return err
	}
	reason := strings.TrimSpace(v.PostFormValue("reason"))
	if reason == "" {
		return c.outOfOrder(v, release.ErrReason)
	}
	day := strings.TrimSpace(v.PostFormValue("effective"))
	desk.Sentences, desk.Demands, desk.OnProgress = c.Release.Sentences, c.Release.Demands, c.work.trying
	desk.ChangesSeen = v.PostFormValue("seen") != ""
	begun := c.work.try(v.version.Name, proposing{reason, day, desk.ChangesSeen}, func() error {
		_, err := desk.Propose(v.version.Name, by, reason, day)
		return err
	})
	if !begun {
		return v.fail(http.StatusConflict, "draft.busy")
	}
	return v.redirect("rules/draft/" + v.version.Name)
}

// act is the desk with the visitor at it.
func (c *Console) act(v *requestContext) (*release.Releaser, release.Person, error) {
	if err := v.inFolders(); err != nil {
		return nil, release.Person{}, err
	}
	desk := c.desk()
	signers, err := c.signers(v.Context())
	desk.Signers = signers
	ctx, address, request := context.WithoutCancel(v.Context()), v.RemoteAddr, v.requestID() // the page is long gone when a draft has been tried
	desk.OnAct = func(a release.Act) {
		level, event, attrs := a.Record()
		c.record(ctx, address, request, level, event, a.By.Name, attrs...)
	}
	return desk, release.Person{Name: v.user.Name, MayPropose: v.user.Role.MayPropose(), MayApprove: v.user.Role.MayApprove()}, err
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
	desk, by, err := c.act(v)
	if err != nil {
		return err
	}
	if _, err := desk.Approve(v.version.Name, by); err != nil {
		return c.refusedAct(v, err)
	}
	c.Reload()
	return v.redirect("rules/history")
}

func (c *Console) rollback(v *requestContext) error {
	desk, by, err := c.act(v)
	if err != nil {
		return err
	}
	if _, err := desk.Rollback(strings.TrimSpace(v.PostFormValue("to")), by, strings.TrimSpace(v.PostFormValue("reason"))); err != nil {
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
