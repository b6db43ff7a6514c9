package console

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/engine/release"
	"tijian/server/admission"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/cases"
	"tijian/server/console/casework"
	"tijian/server/console/trials"
	"tijian/server/factor"
	"tijian/server/gateway"
	"tijian/server/job"
	"tijian/server/keyed"
	"tijian/server/session"
	"tijian/server/store"
	"tijian/server/task"
	"tijian/server/unread"
	"tijian/server/upload"
	"tijian/server/user"
)

// Users is what the console needs of *user.Users.
type Users interface {
	user.Authenticator
	Current(ctx context.Context, name string) (user.User, error)
	List(ctx context.Context) ([]user.User, error)
	Search(ctx context.Context, text, after string, most int) ([]user.User, error)
	Count(ctx context.Context) (map[user.Role]int, error)
	Register(ctx context.Context, name, password string, role user.Role) error
	Reset(ctx context.Context, name, password string) error
	SetRole(ctx context.Context, name string, role user.Role) error
	Disable(ctx context.Context, name string) error
	Enable(ctx context.Context, name string) error
}

// Tasks is what the console needs of *task.Manager.
type Tasks interface {
	task.Service
	Overview(ctx context.Context) (task.Overview, error)
}

// Tokens is what the console needs of *auth.Tokens.
type Tokens interface {
	IssueFor(user string, generation int64, lifetime time.Duration) (string, error)
	Verify(token string) (auth.Claims, error)
}

// Keeping is how long what the console does not keep itself is kept; 0 is for ever.
type Keeping struct{ Tasks, OpenTasks, Audit time.Duration }

// Options are what the console is made of. All are needed but Policy, Gates and Now.
type Options struct {
	Live     *engine.Live
	Tasks    Tasks
	Users    Users
	Throttle *user.Throttle // of logins, shared with the API
	Factors  *factor.Factors
	Policy   factor.Policy // who must have a second factor
	// ApproverWait is how long nobody approves what was proposed by who made them.
	ApproverWait time.Duration
	OneKey       bool      // who edits may accept, see release.Releaser
	DB           *store.DB // of sessions
	Audit        *audit.Log
	Messages     *gateway.Gateway
	Unread       *unread.Counter
	Pseudonym    func(user string) string
	Tokens       Tokens // of the API
	Logger       *slog.Logger
	Version      string // of the program
	Limits       Limits
	Gates        *admission.Gates // that pages pass, shared with the API; of its own when nil
	Files        engine.Files     // of the rules in force; drafts can be edited where both are folders
	Checks       []engine.Check   // of dictionaries, for other layers
	Release      Release
	Editable     *Editable   // nil where the rules are, or where several processes answer by them
	CaseDays     int         // that cases are kept after their last change; 0: only while somebody works on them
	PictureDays  int         // that the pictures of cases are kept, sealed; 0: they go once they are read
	CaseSeal     *cases.Seal // nil for none
	Institution  string      // on what patients are given
	Logo         []byte      // beside it, a PNG or JPEG; nil for none
	Links        keyed.Ring  // seals links for patients; nil for no links
	Keeping      Keeping
	Reload       func()           // reads the files again after a release
	Now          func() time.Time // time.Now when nil
}

// Editable makes the rules within the program editable: Make puts them into a folder
// that is read from the next start on, and Made says whether that was done.
type Editable struct {
	Made func() bool
	Make func() error
}

// Release says what a draft has to pass, and where its suites are.
type Release struct {
	Suites, Sentences string // folders; Sentences may be ""
	Demands           release.Demands
}

// Limits of what people may send.
type Limits struct {
	Body    int64 // bytes of a form
	Samples int
	Text    int   // characters
	Picture int64 // bytes
}

// Console is the handler of everything below /console/.
type Console struct {
	Options
	mux       *http.ServeMux
	sessions  session.Store
	foreign   *http.CrossOriginProtection
	uploads   upload.Store
	cases     cases.Store
	uploading *admission.Gate
	closing   chan struct{} // closed by Close
	book      *draft.Book
	jobs      job.Jobs[shower]     // of drafts
	work      job.Jobs[proposing]  // drafts that are tried
	runs      job.Jobs[trials.Run] // of the cases that hold for the rules in force
	saving    sync.Mutex           // of files of drafts
}

// New puts the console together.
func New(o Options) *Console {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Gates == nil {
		o.Gates = admission.Standard()
	}
	c := &Console{Options: o, sessions: session.Store{DB: o.DB, Now: o.Now}, foreign: http.NewCrossOriginProtection(),
		uploads: upload.Store{DB: o.DB, Quota: quota}, cases: cases.Store{DB: o.DB, Seal: o.CaseSeal, Now: o.Now}, closing: make(chan struct{}), uploading: admission.New(slots)}
	c.work.Alone, c.runs.Alone = true, true
	c.book = draft.NewBook(o.Files, o.Live, o.Checks)
	c.mux = http.NewServeMux()
	for _, r := range routes {
		c.mux.HandleFunc(r.method+" /console/"+r.path, func(w http.ResponseWriter, q *http.Request) { c.serve(w, q, r) })
	}
	// What no route answers: a wrong method, or no such page.
	c.mux.HandleFunc("/console/", func(w http.ResponseWriter, q *http.Request) { c.serve(w, q, route{handle: (*Console).missing}) })
	return c
}

// keeper does what happens to cases without their users.
func (c *Console) keeper() casework.Keeper {
	return casework.Keeper{Cases: c.cases, Uploads: c.uploads, Tasks: c.Tasks, DB: c.DB, Live: c.Live, Now: c.Now, CaseDays: c.CaseDays, PictureDays: c.PictureDays}
}

// Close ends the streams that tell how reports are getting on. It is called once.
func (c *Console) Close() { close(c.closing) }

// ServeHTTP answers with a page. RemoteAddr is the client's address.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.mux.ServeHTTP(w, r) }

func (c *Console) missing(v *requestContext) error {
	if v.user.Name == "" {
		return v.toLogin()
	}
	return v.fail(http.StatusNotFound, "error.missing")
}
