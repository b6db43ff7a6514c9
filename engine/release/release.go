// Package release makes a version of the rules live as an act: a draft is
// proposed by one person with a reason, tried in every way, approved by
// another, locked, and written into the history. Acts are prepared aside and
// decided by one rename, so that none is ever left half done; what cannot be carried
// out then is taken back as a whole.
package release

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/internal/disk"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
)

// A Releaser is where releases are made: the folders of rules and dictionaries, and
// what a draft has to pass.
type Releaser struct {
	Files  engine.Files // both folders
	Suites string       // folder of the rules' suites
	// Sentences is the folder of the lexicon's suites; "" when there are none.
	Sentences string
	// Signers are the users who may sign cases; nil lets anybody.
	Signers []string
	// OneKey lets whoever edited rows accept what cases expect of them, and agree to their
	// groups of the sheet, for those who are alone.
	OneKey  bool
	Checks  []engine.Check
	Demands Demands
	// Reasons are why changes of a draft that is proposed may be milder, by group of
	// its sheet or by the name of what gets milder.
	Reasons map[string]string
	Now     func() time.Time

	// OnAct is called with every act, done or refused, for the security log; may be nil.
	OnAct func(Act)
	// OnProgress is called with how far the trying of a draft has come: the stage that it is
	// in, and how many of how many parts of it are done, 0 of 0 where it has none;
	// may be nil.
	OnProgress func(stage Stage, done, all int)

	// For tests: what changes files, what proves a version, and what tries a draft; the
	// real ones where they are zero.
	disk  disk.Disk
	prove func(version string) problem.List
	tried func(draft, from string) (record.Effect, *sheet.Sheet, error)
}

// Demands are what the suites of a draft have to reach.
type Demands struct {
	Coverage float64 // least percent of every part
	Mutation float64 // least score, 0 to 1
	Persons  int     // of the generated population whose answers are compared
}

// A Person acts. Whoever calls has made sure who it is.
type Person struct {
	Name                   string
	MayPropose, MayApprove bool
	// MadeBy are those who have of late made this user, or given the user a role or a
	// password: what they propose somebody else has to approve.
	MadeBy []string
}

// Kinds of acts.
const (
	Proposing = "propose"
	Deciding  = "decide"
	Approving = "approve"
	Returning = "rollback"
)

// An Act is what somebody did or was refused.
type Act struct {
	Kind    string
	Version string // as named; of a rollback that is done the one it put back
	By      Person
	Err     error // nil when it is done
}

// events are the acts in the security log.
var events = map[string]string{Proposing: "release-proposed", Deciding: "release-decided", Approving: "release-approved", Returning: "rollback"}

// Record is how the security log tells of the act, with the reason of a refusal in a
// language.
func (a Act) Record(lang string) (level slog.Level, event string, attrs []any) {
	level, event, attrs = slog.LevelInfo, events[a.Kind], []any{"version", a.Version}
	if a.Err != nil {
		level, event, attrs = slog.LevelWarn, event+"-refused", append(attrs, "reason", message.Localise(a.Err, lang), "code", a.Code())
	}
	return level, event, attrs
}

// Why is the reason of a refusal, "" when the act is done.
func (a Act) Why() string {
	if a.Err == nil {
		return ""
	}
	return a.Err.Error()
}

func (d *Releaser) told(kind, version string, by Person, err error) {
	if d.OnAct != nil {
		d.OnAct(Act{kind, version, by, err})
	}
}

// MaxName is the longest name of a version. Names of files are made of it, which
// file systems bound.
const MaxName = 60

// Refused is a draft that did not pass.
type Refused struct {
	Problems problem.List  // of the files
	Reasons  []Reason      // of everything else
	Groups   []sheet.Group // of the sheet, that lack a signature or a reason
}

func (r *Refused) Error() string {
	if len(r.Problems) > 0 {
		return fmt.Sprintf("the draft does not pass: problems %d", len(r.Problems))
	}
	return "the draft does not pass: " + strings.Join(r.In(problem.English), "; ")
}

// In returns the reasons in one language, and the groups that they are about.
func (r *Refused) In(lang string) (texts []string) {
	for _, reason := range r.Reasons {
		texts = append(texts, reason.In(lang))
	}
	for i := range r.Groups {
		texts = append(texts, r.Groups[i].Line(lang))
	}
	return texts
}

// act runs f alone, after whatever an earlier process left. What can be undone of
// that only is no reason against f.
func (d *Releaser) act(f func() error) error {
	return d.alone(func() error {
		if err := d.carryOut(); err != nil && !errors.Is(err, ErrUndone) {
			return err
		}
		if err := d.clear(); err != nil {
			return err
		}
		return f()
	})
}

func (d *Releaser) alone(f func() error) (err error) {
	// Whoever carries an intent out may stand in another folder.
	if d.Files.Rules, err = filepath.Abs(d.Files.Rules); err != nil {
		return err
	}
	if d.Files.Dictionaries, err = filepath.Abs(d.Files.Dictionaries); err != nil {
		return err
	}
	release, err := hold(filepath.Join(d.Files.Rules, workshop))
	if err != nil {
		return err
	}
	defer release()
	return f()
}

func (d *Releaser) now() time.Time {
	if d.Now != nil {
		return d.Now()
	}
	return time.Now()
}

// fit proves a version; the list has the errors.
func (d *Releaser) fit(version string) problem.List {
	if d.prove != nil {
		return d.prove(version)
	}
	_, problems := engine.Load(d.Files, version, d.Checks...)
	return problems
}

func (d *Releaser) current() (ruleset.Current, error) {
	var list problem.List
	current, ok := ruleset.ReadCurrent(d.Files.RulesFS(), &list)
	if !ok {
		return current, &Refused{Problems: list}
	}
	return current, nil
}

func (d *Releaser) version(name string) error {
	if !slices.Contains(ruleset.Versions(d.Files.RulesFS()), name) {
		return fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	return nil
}

// locked reports whether a version is a released one.
func (d *Releaser) locked(version string) bool {
	_, err := fs.Stat(d.Files.RulesFS(), path.Join(version, record.LockName))
	return err == nil
}

// History returns the entries, verified.
func (d *Releaser) History() ([]record.Entry, problem.List) {
	return record.ReadHistory(d.Files.RulesFS())
}

// Finish carries out what a process left that was killed in an act; the error is
// ErrUndone where that could only be undone.
func (d *Releaser) Finish() error { return d.alone(d.carryOut) }
