// Package config is what can be set about the service: each field is a flag of
// `tijian serve` and an environment variable of the same name.
package config

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"tijian/engine/message"
	"tijian/server/trace"
)

// Data says where state lives. All commands that touch users or tasks have it.
type Data struct {
	Data     string `env:"TIJIAN_DATA" default:"./data" placeholder:"DIR" help:"存放数据库和自动生成的令牌密钥的文件夹" en:"Directory for the database and the created token secret."`
	Database string `env:"TIJIAN_DATABASE" placeholder:"URL" help:"sqlite:PATH 或 postgres://USER:PASSWORD@HOST/NAME；默认为数据文件夹里的 tijian.db" en:"sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME; by default tijian.db in the data directory."`
}

// DSN is the database to open: the one set, or SQLite in the data directory.
func (d Data) DSN() string {
	if d.Database != "" {
		return d.Database
	}
	return "sqlite:" + filepath.Join(d.Data, "tijian.db")
}

// Prepare creates the data directory, readable by its owner only.
func (d Data) Prepare() error {
	if err := os.MkdirAll(d.Data, 0o700); err != nil {
		return message.DataFolder.Err("path", d.Data, "reason", err)
	}
	return nil
}

// Logs says how a process that runs for long tells what it does.
type Logs struct {
	Log string `env:"TIJIAN_LOG" enum:"text,json" default:"text" help:"日志每行的写法：text（键=值）或 json" en:"How each line of the log is written: text (key=value) or json."`
}

// Logger writes to w as the setting says.
func (l Logs) Logger(w io.Writer) *slog.Logger {
	if l.Log == "json" {
		return slog.New(trace.Logs(slog.NewJSONHandler(w, nil)))
	}
	return slog.New(trace.Logs(slog.NewTextHandler(w, nil)))
}

// Work is what a process needs that works tasks.
type Work struct {
	Workers         int           `env:"TIJIAN_WORKERS" placeholder:"N" help:"同时识别几页，每页一个进程；0 表示识别全部交给 tijian worker。默认为处理器个数，最多 4" en:"Pages recognised at the same time, each in a process of its own; 0 leaves recognition to tijian worker. By default the number of processors, at most 4." default:"-1"`
	AllowNets       string        `env:"TIJIAN_ALLOW_NETS" placeholder:"CIDR,…" help:"图片和回调地址可以在其中的内网网段，例如 10.0.0.0/8；10.0.0.0/8:8080/reports/ 只开放给带令牌的任务，且只有这个端口和路径" en:"Networks that picture and callback addresses may lie in although they are private, e.g. 10.0.0.0/8; 10.0.0.0/8:8080/reports/ is for tasks with a token, and only that port and path."`
	MaxImage        int64         `env:"TIJIAN_MAX_IMAGE" default:"20971520" placeholder:"BYTES" help:"图片文件的最大字节数" en:"Largest picture file."`
	Pictures        int64         `env:"TIJIAN_PICTURES" default:"134217728" placeholder:"BYTES" help:"已取回、等待识别的图片合计可占的内存（字节）" en:"Memory for pictures that are fetched and wait for recognition, together."`
	MaxPixels       int64         `env:"TIJIAN_MAX_PIXELS" default:"64000000" placeholder:"N" help:"图片的最大像素数" en:"Largest picture in pixels."`
	MaxDecode       int64         `env:"TIJIAN_MAX_DECODE" default:"536870912" placeholder:"BYTES" help:"解码一张图片最多可用的内存（字节），超过就拒绝" en:"Most memory that decoding one picture may take; more is refused."`
	PageTime        time.Duration `env:"TIJIAN_PAGE_TIME" default:"60s" help:"识别一页的时限" en:"Time limit for recognising one page."`
	IdleTime        time.Duration `env:"TIJIAN_IDLE_TIME" default:"20s" help:"识别进程空闲这么久就结束，归还内存" en:"A recogniser process without work for so long is ended and gives its memory back."`
	Sandbox         string        `env:"TIJIAN_SANDBOX" enum:"required,optional" default:"required" help:"识别进程隔离不了时（系统没有 Landlock 或 seccomp）怎么办：required（不启动）或 optional（记入日志后照常识别）" en:"Where recognisers cannot be shut in (no Landlock or seccomp): required refuses to start, optional warns and recognises all the same."`
	Keep            time.Duration `env:"TIJIAN_KEEP" default:"720h" help:"结束的任务过这么久连同结果一起删除" en:"Ended tasks are deleted after so long, with their results."`
	KeepOpen        time.Duration `env:"TIJIAN_KEEP_OPEN" default:"72h" help:"没有令牌时提交的任务，结束后过这么久删除" en:"The same for tasks posted without a token."`
	CallbackTries   int           `env:"TIJIAN_CALLBACK_TRIES" default:"6" placeholder:"N" help:"回调地址最多调用几次，之后放弃" en:"Calls to a callback address before it is given up."`
	CallbackBackoff time.Duration `env:"TIJIAN_CALLBACK_BACKOFF" default:"30s" help:"第二次回调之前的间隔；以后每次是前一次的三倍，上下浮动十五分之一" en:"Pause before the second call to a callback address; each further one is three times as long, a fifteenth more or less."`
	StopWithin      time.Duration `env:"TIJIAN_STOP_WITHIN" default:"20s" help:"停止时等正在做的工作多久，过后放回队列" en:"How long a stop waits for running work before it is put back."`
}

// Check refuses settings with which no callback would be made.
func (w Work) Check() error {
	var problems []error
	if w.CallbackTries < 1 {
		problems = append(problems, message.SettingAtLeast.Err("setting", "TIJIAN_CALLBACK_TRIES", "value", w.CallbackTries, "least", 1))
	}
	if w.CallbackBackoff <= 0 {
		problems = append(problems, message.SettingAboveZero.Err("setting", "TIJIAN_CALLBACK_BACKOFF", "value", w.CallbackBackoff))
	}
	return errors.Join(problems...)
}

// WorkerCount resolves the default of Workers.
func (w Work) WorkerCount() int {
	if w.Workers >= 0 {
		return w.Workers
	}
	return min(runtime.NumCPU(), 4)
}

// Alone is what a worker beside no API needs.
type Alone struct {
	MetricsListen string `env:"TIJIAN_WORKER_METRICS_LISTEN" placeholder:"ADDR" help:"tijian worker 提供 /metrics 的地址；默认不提供" en:"Address where tijian worker serves /metrics; by default it serves nothing."`
}

// Signing is what tokens are signed with, and users' names hashed for logs.
type Signing struct {
	JWTSecret     string `env:"TIJIAN_JWT_SECRET" placeholder:"SECRET" help:"签发令牌的密钥，至少 32 字节；可以有多个，以逗号分隔：用第一个签发，全部承认。未设时在数据文件夹里生成" en:"Secret of at least 32 bytes that signs tokens; several with commas between: the first signs, all are accepted. Created in the data directory when not set."`
	JWTSecretFile string `env:"TIJIAN_JWT_SECRET_FILE" placeholder:"FILE" help:"从这个文件读取 TIJIAN_JWT_SECRET" en:"File to read TIJIAN_JWT_SECRET from."`
}

// People is what is asked of those who change rules.
type People struct {
	SecondFactor string        `env:"TIJIAN_SECOND_FACTOR" enum:"off,editors,all" default:"off" help:"谁必须有第二因素（验证器或通行密钥）：off（不强制）、editors（编辑以上的角色）、all（所有人）；没有的人登录后只能去设置，也拿不到令牌" en:"Who must have a second factor (an app or a passkey): off (nobody has to), editors (editors and above) or all; whoever lacks it gets no further than to the page where it is set up, and no token."`
	ApproverWait time.Duration `env:"TIJIAN_APPROVER_WAIT" default:"24h" help:"由提出发布的人创建、给了角色或密码的用户，过这么久才能批准他的发布；0 表示不等" en:"How long nobody may approve the release of who made them a user or gave them a role or a password; 0 for no wait."`
	Keys
}

// Keys are how many people it takes to change what rules answer and what cases expect.
type Keys struct {
	OneKey bool `env:"TIJIAN_ONE_KEY" help:"改的人自己也可以接受用例的新预期、同意改动清单里的那一组；只有一个人的机构用，历史里会写明" en:"Whoever edits rows may accept what cases expect of them, and agree to their groups of the change sheet; for those who are alone, and the history says so."`
}

// Cases is what the console keeps of its cases.
type Cases struct {
	CaseDays    int    `env:"TIJIAN_CASE_DAYS" default:"30" placeholder:"N" help:"网页上的病例（读到的结果、改正、填写的内容、评估）最后一次改动以后保留几天，然后删除；0 表示不保留：退出登录就删除，最多 12 小时" en:"Days that cases of the console (what was read, corrected, filled in and answered) are kept after their last change, and deleted then; 0 keeps none: they go with the logout, after 12 hours at the latest."`
	CaseKey     string `env:"TIJIAN_CASE_KEY" placeholder:"SECRET" help:"加密保存病例的密钥，至少 32 字节；可以有多个，以逗号分隔：用第一个加密，每一个都能打开。未设时不加密" en:"Secret of at least 32 bytes that seals cases; several with commas between: the first seals, all open. Without it cases are not sealed."`
	CaseKeyFile string `env:"TIJIAN_CASE_KEY_FILE" placeholder:"FILE" help:"从这个文件读取 TIJIAN_CASE_KEY" en:"File to read TIJIAN_CASE_KEY from."`
	PictureDays int    `env:"TIJIAN_CASE_PICTURES" default:"0" placeholder:"N" help:"病例的图片读完以后加密保留几天，核对时可以看；0 表示读完就删除；要保留，须设 TIJIAN_CASE_KEY" en:"Days that the pictures of cases are kept, sealed, to check what was read of them; 0 deletes them once they are read. Needs TIJIAN_CASE_KEY."`
	Institution string `env:"TIJIAN_INSTITUTION" placeholder:"NAME" help:"印在给本人的报告上的机构名称" en:"Name of the institution on the page for patients."`
	Logo        string `env:"TIJIAN_LOGO" placeholder:"FILE" help:"印在给本人的报告上的标志（PNG 或 JPEG，最大 200 kB）" en:"Logo on the page for patients (PNG or JPEG, up to 200 kB)."`
}

// HTTP is what the API's front needs.
type HTTP struct {
	Listen        string `env:"TIJIAN_LISTEN" default:"127.0.0.1:8080" placeholder:"ADDR" help:"服务的监听地址" en:"Address to serve on."`
	MetricsListen string `env:"TIJIAN_METRICS_LISTEN" placeholder:"ADDR" help:"只提供 /metrics 的地址；默认由 TIJIAN_LISTEN 一并提供" en:"Address to serve /metrics on, and nothing else; by default /metrics is on TIJIAN_LISTEN."`
	Signing
	People
	Cases
	BootstrapUser         string        `env:"TIJIAN_BOOTSTRAP_USER" placeholder:"NAME" help:"启动时创建的用户，已有则不动" en:"User to create at start if absent."`
	BootstrapPassword     string        `env:"TIJIAN_BOOTSTRAP_PASSWORD" placeholder:"PASSWORD" help:"这个用户的密码" en:"Password of that user."`
	BootstrapPasswordFile string        `env:"TIJIAN_BOOTSTRAP_PASSWORD_FILE" placeholder:"FILE" help:"从这个文件读取 TIJIAN_BOOTSTRAP_PASSWORD" en:"File to read TIJIAN_BOOTSTRAP_PASSWORD from."`
	TokenLifetime         time.Duration `env:"TIJIAN_TOKEN_LIFETIME" default:"168h" help:"令牌的有效期" en:"How long a token is valid."`
	Proxies               string        `env:"TIJIAN_TRUSTED_PROXIES" placeholder:"CIDR,…" help:"可信的反向代理：用它们的 X-Forwarded-For 得知客户端地址，以限制登录失败次数" en:"Reverse proxies whose X-Forwarded-For tells the client's address, for the limit on failed logins."`
	Hosts                 string        `env:"TIJIAN_HOSTS" placeholder:"NAME,…" help:"客户端用来访问服务的主机名，例如 lab.example.cn；以别的名字来的请求以 421 拒绝，健康检查和指标除外；默认不检查" en:"Names by which clients call the service, such as lab.example.cn; a request by another name is refused with 421, but for health and metrics; by default none is."`
	FHIRAddress           string        `env:"TIJIAN_FHIR_ADDRESS" placeholder:"URL" help:"别人从哪里找到本服务的 /fhir，例如 https://lab.example.cn/fhir：写进 CapabilityStatement 和代码系统的地址；默认不写" en:"Where others find /fhir of this service, such as https://lab.example.cn/fhir: said in the CapabilityStatement and in the addresses of code systems; by default it is not said."`
	TasksAuth             string        `env:"TIJIAN_TASKS_AUTH" enum:"optional,required" default:"optional" help:"/tasks/ 是否要令牌：optional（可有可无）或 required（必须有）" en:"Whether /tasks/ demands a token: optional or required."`
	TasksRate             int           `env:"TIJIAN_TASKS_RATE" default:"600" placeholder:"N" help:"一个地址没有令牌时，在最初一千个任务之后每分钟可提交的任务数，img_urls 的每张图片各算一个；超过以 429 拒绝；0 表示不限" en:"Tasks a minute that one address may post without a token, after a first thousand, each picture of img_urls counted as one more; more are refused with 429; 0 for no limit."`
	ReloadToken           string        `env:"TIJIAN_RELOAD_TOKEN" placeholder:"SECRET" help:"POST /rules/reload（重新读取规则和词典）的密钥，至少 32 个字符；未设时没有这个接口" en:"Secret of at least 32 characters for POST /rules/reload, which reads rules and dictionaries again; without it that path does not exist."`
	ReloadTokenFile       string        `env:"TIJIAN_RELOAD_TOKEN_FILE" placeholder:"FILE" help:"从这个文件读取 TIJIAN_RELOAD_TOKEN" en:"File to read TIJIAN_RELOAD_TOKEN from."`
	QueueLimit            int           `env:"TIJIAN_QUEUE_LIMIT" default:"100000" placeholder:"N" help:"所有客户端未完成任务的总数上限，超过以 503 拒绝" en:"Most unfinished tasks of all clients together; more are refused with 503."`
	ClientLimit           int           `env:"TIJIAN_CLIENT_LIMIT" default:"20000" placeholder:"N" help:"一个客户端未完成任务的上限（没有令牌的合算一个），超过以 429 拒绝" en:"Most unfinished tasks of one client (all without a token count as one); more are refused with 429."`
	Console               string        `env:"TIJIAN_CONSOLE" enum:"on,off" default:"on" help:"网页 /console/（登录、评估、报告、所见、规则）：on（有）或 off（没有）" en:"The pages for people at /console/ (login, assessment, reports, findings, rules): on or off."`
	Suites                string        `env:"TIJIAN_SUITES" default:"testdata/rules" placeholder:"DIR" help:"网页上提出发布时草稿要通过的用例" en:"Suites that a draft has to pass when its release is proposed on the pages."`
	Sentences             string        `env:"TIJIAN_SENTENCES" default:"testdata/keywords" placeholder:"DIR" help:"同上，词库要通过的句子用例；留空表示没有" en:"The same, suites of sentences that its lexicon has to pass; empty for none."`
	AuditKeep             time.Duration `env:"TIJIAN_AUDIT_KEEP" default:"26280h" help:"谁做过什么（用户、发布、草稿、改正、被拒绝的登录）的记录保留多久；0 表示一直保留" en:"How long the record of who did what is kept (users, releases, drafts, corrections, refused logins); 0 for ever."`
	UnreadPhrases         string        `env:"TIJIAN_UNREAD_PHRASES" enum:"on,off" default:"off" help:"没看懂的短语是否存下来供编辑词库：on 或 off；至少 5 份不同的文字都有、不含数字的才存原文" en:"Whether phrases that were not understood are kept for the editors of the lexicon: on or off; in letters only those without digits that at least 5 different texts had."`
	MaxBatch              int64         `env:"TIJIAN_MAX_BATCH" default:"8388608" placeholder:"BYTES" help:"POST /batch 收的文件的最大字节数" en:"Largest file that POST /batch takes."`
	MaxBody               int64         `env:"TIJIAN_MAX_BODY" default:"1048576" placeholder:"BYTES" help:"请求正文的最大字节数" en:"Largest request body."`
	MaxSamples            int           `env:"TIJIAN_MAX_SAMPLES" default:"1000" placeholder:"N" help:"一次评估最多几个样本" en:"Most samples in one assessment."`
	MaxText               int           `env:"TIJIAN_MAX_TEXT" default:"100000" placeholder:"N" help:"提取所见的文字最多几个字符" en:"Most characters of keyword text."`
}

// Replay is what is kept of answered requests, to try changed rules on.
type Replay struct {
	ReplayDir  string        `env:"TIJIAN_REPLAY_DIR" placeholder:"DIR" help:"把评估请求去掉身份后存入这个文件夹，供 tijian rules replay 使用；默认不存" en:"Folder to keep assessment requests in, without names, for tijian rules replay; by default none are kept."`
	ReplaySize int64         `env:"TIJIAN_REPLAY_SIZE" default:"268435456" placeholder:"BYTES" help:"存下的请求合计最多几个字节，超过就删去最旧的" en:"Most bytes of kept requests; beyond them the oldest are deleted."`
	ReplayKeep time.Duration `env:"TIJIAN_REPLAY_KEEP" default:"720h" help:"存下的请求最多保留多久" en:"How long requests are kept at most."`
}

// Check refuses limits that leave no room for a request.
func (r Replay) Check() error {
	if r.ReplayDir == "" {
		return nil
	}
	var problems []error
	if r.ReplaySize < 1<<20 {
		problems = append(problems, message.SettingAtLeast.Err("setting", "TIJIAN_REPLAY_SIZE", "value", r.ReplaySize, "least", 1<<20))
	}
	if r.ReplayKeep < time.Hour {
		problems = append(problems, message.SettingAnHour.Err("setting", "TIJIAN_REPLAY_KEEP", "value", r.ReplayKeep))
	}
	return errors.Join(problems...)
}

// shortestReloadToken is what cannot be guessed.
const shortestReloadToken = 32

// Check refuses settings with which nothing could be answered.
func (h HTTP) Check() error {
	var problems []error
	for name, value := range map[string]int64{"TIJIAN_MAX_BATCH": h.MaxBatch, "TIJIAN_MAX_BODY": h.MaxBody, "TIJIAN_MAX_SAMPLES": int64(h.MaxSamples), "TIJIAN_MAX_TEXT": int64(h.MaxText)} {
		if value < 1 {
			problems = append(problems, message.SettingAtLeast.Err("setting", name, "value", value, "least", 1))
		}
	}
	if h.TokenLifetime < time.Minute {
		problems = append(problems, message.SettingAMinute.Err("setting", "TIJIAN_TOKEN_LIFETIME", "value", h.TokenLifetime))
	}
	if n := len(h.ReloadToken); n > 0 && n < shortestReloadToken {
		problems = append(problems, message.ReloadTokenShort.Err("count", n, "least", shortestReloadToken))
	}
	for name, value := range map[string]int{"TIJIAN_TASKS_RATE": h.TasksRate, "TIJIAN_QUEUE_LIMIT": h.QueueLimit, "TIJIAN_CLIENT_LIMIT": h.ClientLimit, "TIJIAN_CASE_DAYS": h.CaseDays, "TIJIAN_CASE_PICTURES": h.PictureDays} {
		if value < 0 {
			problems = append(problems, message.SettingNegative.Err("setting", name, "value", value))
		}
	}
	if h.PictureDays > 0 && h.CaseKey == "" {
		problems = append(problems, message.PicturesUnsealed.Err())
	}
	return errors.Join(problems...)
}
