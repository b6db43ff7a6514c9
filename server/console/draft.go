package console

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/engine/problem"
	"tijian/engine/release"
	"tijian/engine/sheet"
	"tijian/server/audit"
	"tijian/server/console/chart"
	"tijian/server/console/review"
)

// releaser makes drafts and releases.
func (c *Console) releaser() *release.Releaser {
	return &release.Releaser{Files: c.Files, Checks: c.Checks, Suites: c.Release.Suites, OneKey: c.OneKey}
}

// newDraft copies a version under a new name.
func (c *Console) newDraft(v *requestContext) error {
	if err := v.inFolders(); err != nil {
		return err
	}
	var form struct {
		Name string `form:"name"`
		From string `form:"from,raw"`
	}
	v.sent(&form)
	if err := c.releaser().Draft(form.Name, form.From); err != nil {
		return c.outOfOrder(v, err)
	}
	c.security(v, slog.LevelInfo, audit.DraftMade, v.user.Name, "version", form.Name)
	return v.redirect("rules/draft/" + form.Name)
}

// outOfOrder shows why an act was refused.
func (c *Console) outOfOrder(v *requestContext, err error) error {
	o, is := c.refusal(v, err)
	switch text := o.Sentence().In(v.lang); {
	case !is:
		return err
	case o == release.ErrUndone, o == release.ErrStuck:
		return &fault{http.StatusInternalServerError, text}
	default:
		return &fault{http.StatusConflict, text}
	}
}

// refusal is why an act was refused, if it was. What is wrong with the files
// themselves is for the log.
func (c *Console) refusal(v *requestContext, err error) (release.OutOfOrder, bool) {
	o, is := errors.AsType[release.OutOfOrder](err)
	if o == release.ErrUndone || o == release.ErrStuck {
		c.Logger.LogAttrs(v.Context(), slog.LevelError, "an act on the rules failed", slog.String("error", err.Error()), slog.String("request_id", v.requestID()))
	}
	return o, is
}

// draftPage is one draft: its files, what is wrong with it, what it changes.
type draftPage struct {
	Version  draft.Version
	Files    []string
	Altered  []string        // since the version that it came from
	Tables   []draft.Touched // of indicators, otherwise than in force
	Risks    []draft.Touched
	Proposal *release.Proposal
	Sheet    *review.View // what it changes, with what was said of it
	Own      bool         // the visitor's own proposal, which somebody else approves
	Approves bool         // the visitor's role may approve
	Work     *workView
	Asked    proposing
	Acts     []string // that say how the draft is
	Job      string   // the act that is under way, or whose outcome still holds
	Busy     string   // the draft that is tried now, which may be this one
}

var draftActs = []string{"check", "test", "impact"}

func (c *Console) draft(v *requestContext) error {
	version := v.version
	err := v.unlocked()
	if err != nil {
		return err
	}
	p := draftPage{Version: version, Approves: v.user.Role.MayApprove(), Acts: draftActs, Work: c.workView(v.lang, version.Name), Job: c.lastJob(version.Name), Busy: c.busy()}
	if p.Work != nil {
		p.Asked = p.Work.Asked
	}
	if p.Files, err = c.Files.FilesOf(version.Name); err != nil {
		return err
	}
	p.Altered = c.book.Altered(version.Name, p.Files)
	p.Tables, p.Risks = c.book.Touched(version.Name, p.Altered)
	if p.Proposal, err = c.releaser().Proposed(version.Name); err != nil {
		return err
	}
	if p.Proposal != nil {
		p.Own = p.Proposal.By == v.user.Name
		p.Sheet = review.Of(p.Proposal.Sheet, v.lang, v.user.Name, false, v.sheetPage())
	}
	return v.show(http.StatusOK, "draft", p)
}

// diffPage is the sheet of what a draft has otherwise than the version in force.
type diffPage struct {
	Version     draft.Version
	From        string
	Sheet       *review.View
	Fingerprint string // of the proposal whose sheet it is
	Scales      []chart.ScalePair
	MoreScales  int  // that are not shown
	Whole       bool // it is a page of its own
	Faults      problem.List
}

// sheetPage is which part of a long group the visitor asks for.
func (v *requestContext) sheetPage() review.Page {
	return review.PageOf(v.root()+"rules/draft/"+v.version.Name+"/changes", v.URL.Query())
}

// draftDiff shows the sheet of a draft: the one that was proposed, to be signed, or
// one made now.
func (c *Console) draftDiff(v *requestContext) error {
	version, from := v.version, c.Live.Snapshot()
	proposal, err := c.releaser().Proposed(version.Name)
	if err != nil {
		return err
	}
	if proposal != nil && proposal.Sheet != nil {
		decides := v.user.Role.MayApprove() && proposal.By != v.user.Name
		p := diffPage{Version: version, From: proposal.From, Sheet: review.Of(proposal.Sheet, v.lang, v.user.Name, decides, v.sheetPage()), Fingerprint: proposal.Fingerprint, Whole: !v.isHTMX()}
		to, _ := c.book.Rules(version.Name)
		p.Scales, p.MoreScales = chart.ScalePairs(v.lang, from.Rules, to)
		return v.partOr(http.StatusOK, "changes", "differences", p)
	}
	return c.follow(v, c.begin(version.Name, "changes", func(func(int, int)) (shower, error) {
		p := diffPage{Version: version, From: from.Rules.Version}
		to, problems := c.book.Load(version.Name)
		var list *sheet.Sheet
		var err error
		if p.Faults = problems; to != nil {
			p.Faults = nil
			list, _, _, err = sheet.Between(c.Files, from, to)
		}
		return func(v *requestContext) error {
			p.Sheet = review.Of(list, v.lang, v.user.Name, false, v.sheetPage())
			if to != nil {
				p.Scales, p.MoreScales = chart.ScalePairs(v.lang, from.Rules, to.Rules)
			}
			return v.partOr(http.StatusOK, "changes", "differences", p)
		}, err
	}))
}

// decide keeps what an approver says of the groups of a proposal's sheet.
func (c *Console) decide(v *requestContext) error {
	releaser, by, err := c.act(v)
	if err != nil {
		return err
	}
	if _, err := releaser.Decide(v.version.Name, by, v.PostFormValue("seen"), review.Decisions(v.PostForm)); err != nil {
		return c.refusedAct(v, err)
	}
	return v.redirect("rules/draft/" + v.version.Name + "/changes")
}

// checkPage is what rules check says of a draft.
type checkPage struct {
	Version                 draft.Version
	Tables, Cells           int
	Errors, Warnings, Notes problem.List
}

// checkDraft proves the whole draft.
func (c *Console) checkDraft(v *requestContext) error {
	version := v.version
	return c.follow(v, c.begin(version.Name, "check", func(func(int, int)) (shower, error) {
		review := c.book.Reviewer.Check(context.Background(), version.Name)
		return func(v *requestContext) error {
			return v.part(http.StatusOK, "draft", "checked", checkPageOf(v.lang, version, review))
		}, nil
	}))
}

func checkPageOf(lang string, version draft.Version, review *engine.Review) checkPage {
	p := checkPage{Version: version}
	for _, one := range review.Versions {
		if one.Proof != nil {
			p.Tables, p.Cells = one.Proof.Tables, int(one.Proof.Cells)
		}
	}
	p.Errors = review.Problems.Of(problem.Error)
	p.Warnings = review.Problems.Of(problem.Warning)
	p.Notes = review.Problems.Of(problem.Note)
	return p
}

// draftWork is how far the trying of a draft has come, asked for while it runs.
func (c *Console) draftWork(v *requestContext) error {
	p := draftPage{Version: v.version, Work: c.workView(v.lang, v.version.Name)}
	if p.Work == nil || !p.Work.Running {
		return v.redirect("rules/draft/" + v.version.Name)
	}
	return v.part(http.StatusOK, "draft", "work", p)
}
