// Package httpapi is the HTTP side of the service: it reads and checks
// requests, asks the packages that know, and writes answers in the words of
// the contract (server/openapi).
package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/fhir"
	"tijian/server/admission"
	"tijian/server/audit"
	"tijian/server/auth"
	"tijian/server/factor"
	"tijian/server/fetch"
	"tijian/server/metrics"
	"tijian/server/openapi"
	"tijian/server/session"
	"tijian/server/task"
	"tijian/server/user"
)

// An Assessor answers assessment requests. body is the request as received,
// not yet checked in any way; response is the body to send; version names the
// rule set that made it. An error with a method Detail() string is the
// client's fault and its detail the answer; any other is the service's.
type Assessor interface {
	Assess(body []byte, form engine.Form, now time.Time) (response []byte, version string, err error)
}

// Keywords extracts findings from text. What the client did not send is "" in
// the question; response is the body to send. An error with a method Detail()
// string (an unknown context) is the client's fault and its detail the answer;
// any other is the service's.
type Keywords interface {
	Extract(engine.Question) (response []byte, err error)
}

// Users is what this package needs of user.Users.
type Users interface {
	Authenticate(ctx context.Context, name, password string) (user.User, error)
	Holder(ctx context.Context, name, jti string) (user.User, error)
}

// Logins is what this package needs of session.Toucher.
type Logins interface {
	Issued(ctx context.Context, u user.User, jti string, expires time.Time, from session.From) error
	Used(ctx context.Context, jti string) error
}

// A Check is one thing that must work before traffic is welcome.
type Check struct {
	Name  string // public: /readyz names it when it fails
	Check func(context.Context) error
	Aside bool     // /readyz shows that it fails, and traffic is welcome all the same
	Lacks []string // what is not there and /readyz shows, whether it fails or not
}

// Limits of requests.
type Limits struct {
	Body    int64 // bytes
	Text    int   // characters of keyword text
	Samples int   // of one assessment
	Batch   int64 // bytes of a file of many persons
}

// Options are the parts the API is made of. All are needed but
// Gates, Throttle, Logins, Factors, Policy, Ruleset, Catalogue, Reloading, Console and Now.
type Options struct {
	Tasks     task.Service
	Assessor  Assessor
	Keywords  Keywords
	Gateway   Gateway
	Batches   Batches
	Users     Users
	Throttle  *user.Throttle // of logins; one of its own when nil
	Audit     *audit.Log     // of refused logins; nil keeps none
	Tokens    *auth.Tokens
	Logins    Logins // where tokens are listed; nil for nowhere
	Factors   *factor.Factors
	Policy    factor.Policy // who must have a second factor
	TasksAuth bool          // /tasks/ demands a token
	TasksRate int           // tasks a minute that one address may post without a token; 0 for any number
	// Address judges img_url and callback_url for whom the context is of (fetch.ForUser);
	// fetch.CheckURL when nil.
	Address   func(ctx context.Context, address string) error
	Limits    Limits
	Gates     *admission.Gates // that requests pass, shared with the console; of its own when nil
	Hosts     []string         // names of the service; any when empty
	Proxies   []netip.Prefix   // whose X-Forwarded-For is believed; none when empty
	Logger    *slog.Logger
	Registry  *prometheus.Registry // served at /metrics; the API adds its own metrics
	NoMetrics bool                 // they are served elsewhere: there is no /metrics
	Ready     []Check
	Ruleset   func() (version, hash string) // in force, for /readyz; may be nil
	Catalogue func() openapi.Catalogue      // in force, for the contract; may be nil
	Names     func() *dictionary.Dictionary // in force, for tasks as FHIR
	Terms     func() fhir.Terms             // in force, for who asks what our codes mean
	FHIR      string                        // the address of FHIR that others know, without a slash at its end; may be ""
	Reloading Reloading                     // without a token there is no POST /rules/reload
	Console   http.Handler                  // pages for people below /console/; none when nil
	Now       func() time.Time              // time.Now when nil
}

// API is the handler of every request.
type API struct {
	Options
	engine   *gin.Engine
	postings *postings
	measure  *metrics.HTTP
}

// New puts the API together. It panics when Registry holds the API's metrics
// already.
func New(o Options) *API {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Throttle == nil {
		o.Throttle = user.NewThrottle(o.Now, nil)
	}
	if o.Address == nil {
		o.Address = func(_ context.Context, address string) error { return fetch.CheckURL(address) }
	}
	if o.Gates == nil {
		o.Gates = admission.Standard()
	}
	gin.SetMode(gin.ReleaseMode)
	a := &API{
		Options:  o,
		engine:   gin.New(),
		postings: newPostings(o.TasksRate, o.Now),
		measure:  metrics.NewHTTP(o.Registry),
	}
	metrics.Gates(o.Registry, o.Gates)
	metrics.NewChecks(o.Registry, a.passed)
	e := a.engine
	e.RemoteIPHeaders = []string{"X-Forwarded-For"}
	proxies := make([]string, len(o.Proxies))
	for i, p := range o.Proxies {
		proxies[i] = p.String()
	}
	if err := e.SetTrustedProxies(proxies); err != nil {
		panic(err) // impossible: they are valid networks
	}
	e.RedirectTrailingSlash = false
	e.HandleMethodNotAllowed = true
	e.Use(a.observe, a.recover, a.drain, limitTime, a.knownHost, a.account)
	e.NoRoute(notFound)
	e.NoMethod(methodNotAllowed)

	a.handle(http.MethodPost, "/api/login", a.login)
	a.handle(http.MethodPost, "/api/samples", a.demandToken, a.samples)
	a.handle(http.MethodPost, "/api/keywords", a.demandToken, a.keywords)
	tasksToken := a.acceptToken
	if o.TasksAuth {
		tasksToken = a.demandToken
	}
	a.handle(http.MethodPost, "/tasks", tasksToken, a.postTask)
	a.handle(http.MethodGet, "/tasks/:task_id", tasksToken, a.getTask)
	a.routeFHIR()
	a.handle(http.MethodPost, "/hl7", a.demandToken, a.hl7)
	a.handle(http.MethodGet, "/hl7/:control_id", a.demandToken, a.getHL7)
	a.handle(http.MethodPost, "/batch", a.demandToken, a.postBatch)
	a.handle(http.MethodGet, "/batch/:batch_id", a.demandToken, a.getBatch)
	a.handle(http.MethodPost, "/rules/reload", a.reload)
	a.handle(http.MethodGet, "/healthz", healthz)
	a.handle(http.MethodGet, "/readyz", a.readyz)
	if !o.NoMetrics {
		a.handle(http.MethodGet, "/metrics", gin.WrapH(metrics.Handler(o.Registry)))
	}
	a.handle(http.MethodGet, "/openapi.json", gin.WrapF(openapi.NewContract(o.Catalogue).ServeJSON))
	a.handle(http.MethodGet, "/docs", gin.WrapF(openapi.ServePage))
	e.GET("/swagger", toDocs("docs"))
	e.GET("/swagger/", toDocs("../docs"))
	for _, name := range openapi.Assets {
		e.GET("/docs/"+name, gin.WrapF(openapi.ServeAsset))
	}
	if o.Console != nil {
		e.GET("/", toConsole)
		e.GET("/console", toConsole)
		e.Any("/console/*page", a.console)
	}
	return a
}

// answerWithin bounds a request, so that a database which doesn't answer holds
// up nobody for longer.
const answerWithin = 20 * time.Second

func limitTime(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), answerWithin)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}

// handle registers a path with and without its trailing slash.
func (a *API) handle(method, path string, handlers ...gin.HandlerFunc) {
	a.engine.Handle(method, path, handlers...)
	a.engine.Handle(method, path+"/", handlers...)
}

// toDocs leads those to the contract's page who look for it where others have it.
// The address is relative: a proxy may put the service below a path.
func toDocs(address string) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Header("Location", address)
		c.Status(http.StatusSeeOther)
	}
}

// ServeHTTP answers HEAD as GET; net/http leaves the body away.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead {
		get := *r
		get.Method = http.MethodGet
		r = &get
	}
	a.engine.ServeHTTP(w, r)
}
