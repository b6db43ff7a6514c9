package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"tijian/dictionaries"
	"tijian/engine/record"
	"tijian/rules"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type soak struct {
	Requests int  `default:"100000" help:"Requests to send."`
	Clients  int  `default:"8" help:"Clients that send at once."`
	Postgres bool `help:"On PostgreSQL rather than SQLite."`
}

// The two rule versions between which the service is switched. The second is
// the first with another word in front of each tip, so that one answer made
// with both would show.
const (
	firstVersion  = "2026.1"
	secondVersion = "2026.2"
	soakToken     = "soak-soak-soak-soak-soak-soak-soak-soak"
	soakPassword  = "a horse of the soak 41"
)

const soakSample = `{"user_identifier":"u","namespace":"n","datetime":"2026-03-01T08:30:00.000Z","profile":{"dob":"1975-06-15","gender":"male"},` +
	`"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},` +
	`"samples":[{"name":"hba1c","unit":"%","value":6.6},{"name":"triglycerides","unit":"mmol/L","value":2.86},{"name":"bmi","unit":"kg/m2","value":29.5}]}`

// A soaking is a service that is used for long, and what was seen.
type soaking struct {
	*rig.Process
	world     *rig.World
	rules     string // its folder of rules
	token     string
	reference map[string]string // answer to soakSample, by version
	sent      atomic.Int64
	mu        sync.Mutex
	statuses  map[int]int
	versions  map[string]int
	faults    []error
}

// Run soaks one service; what it must keep to is checked at the end.
func (c *soak) Run(ctx context.Context) error {
	if c.Postgres {
		return rig.WithPostgres(ctx, func(dir, dsn string, _ *cluster.Cluster) error { return c.on(ctx, dir, dsn) })
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return c.on(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"))
}

func (c *soak) on(ctx context.Context, dir, dsn string) (err error) {
	words := filepath.Join(dir, "dictionaries")
	s := &soaking{rules: filepath.Join(dir, "rules"), reference: map[string]string{}, statuses: map[int]int{}, versions: map[string]int{}}
	if err := twoVersions(s.rules, words); err != nil {
		return err
	}
	if s.world, err = rig.NewWorld([]byte("picture")); err != nil {
		return err
	}
	defer s.world.Close()
	s.Process, err = rig.Start(ctx, "", "serve", dir, rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir,
		"TIJIAN_WORKERS": "2", "TIJIAN_ALLOW_NETS": "127.0.0.1/32", "TIJIAN_BOOTSTRAP_USER": "u", "TIJIAN_BOOTSTRAP_PASSWORD": soakPassword,
		"TIJIAN_RULES": s.rules, "TIJIAN_DICTIONARIES": words, "TIJIAN_RELOAD_TOKEN": soakToken, rig.PauseEnv: "1ms"})
	if err != nil {
		return err
	}
	defer s.Kill()
	if err := s.prepare(ctx); err != nil {
		return err
	}
	start := time.Now()
	reloads := 0
	reloading, stop := context.WithCancel(ctx)
	var reloader sync.WaitGroup
	reloader.Go(func() { reloads = s.reloadEachSecond(reloading) })
	before, err := s.part(ctx, c.Requests/5, c.Clients) // caches and pools fill
	after := before
	if err == nil {
		after, err = s.part(ctx, c.Requests-c.Requests/5, c.Clients)
	}
	stop()
	reloader.Wait()
	if err != nil {
		return err
	}
	took := time.Since(start)
	fmt.Printf("%-28s %12s %12s\n", "", "after a fifth", "at the end")
	for _, f := range figures {
		fmt.Printf("%-28s %12.1f %12.1f\n", f.title, before[f.name]/f.unit, after[f.name]/f.unit)
		if after[f.name] > before[f.name]*1.15+f.slack*f.unit {
			s.faults = append(s.faults, fmt.Errorf("%s grew", f.title))
		}
	}
	fmt.Printf("%d requests in %.0f s, %d reloads; statuses %v; answers by rule version %v\n", s.sent.Load(), took.Seconds(), reloads, s.statuses, s.versions)
	if s.versions[firstVersion] == 0 || s.versions[secondVersion] == 0 {
		s.faults = append(s.faults, errors.New("the rules were never switched"))
	}
	return errors.Join(s.faults...)
}

// figures must not grow by more than 15 % and some slack.
var figures = []struct {
	name, title string
	unit, slack float64
}{
	{"go_memstats_heap_alloc_bytes", "heap in use (least), MB", 1 << 20, 24},
	{"process_resident_memory_bytes", "resident memory (least), MB", 1 << 20, 48},
	{"go_goroutines", "goroutines", 1, 5},
	{"process_open_fds", "file handles", 1, 5},
}

// twoVersions writes the rules in force as two versions, with the same words.
func twoVersions(dir, words string) error {
	active, err := fs.Sub(rules.FS, rules.Active())
	if err != nil {
		return err
	}
	tip := regexp.MustCompile(`(?m)^( +(?:- )?)tip: ([^"'|>\[{&* ])`)
	head := regexp.MustCompile(`(?m)^(version|from|inherits_cases): .*$`)
	for _, version := range []string{firstVersion, secondVersion} {
		if err := os.CopyFS(filepath.Join(words, version), dictionaries.Active()); err != nil {
			return err
		}
		err := fs.WalkDir(active, ".", func(path string, d fs.DirEntry, err error) error {
			to := filepath.Join(dir, version, path)
			if err != nil || d.IsDir() {
				return errors.Join(err, os.MkdirAll(to, 0o700))
			}
			if path == record.LockName {
				return nil
			}
			text, err := fs.ReadFile(active, path)
			if err != nil {
				return err
			}
			if version == secondVersion {
				text = tip.ReplaceAll(text, []byte("${1}tip: 另，$2"))
			}
			if path == "manifest.yaml" {
				text = append(head.ReplaceAll(text, nil), "\nversion: \""+version+"\"\n"...)
			}
			return os.WriteFile(to, text, 0o600)
		})
		if err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "current.yaml"), []byte("active: \""+firstVersion+"\"\n"), 0o600)
}

// prepare logs in and learns what each version answers.
func (s *soaking) prepare(ctx context.Context) error {
	status, body, err := s.send(ctx, "POST", "/api/login", `{"username":"u","password":"`+soakPassword+`"}`, "")
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("login: %d %s %w", status, body, err)
	}
	s.token = "JWT " + strings.TrimSuffix(strings.TrimPrefix(body, `{"token":"`), `"}`)
	for _, version := range []string{secondVersion, firstVersion} {
		if err := s.use(ctx, version); err != nil {
			return err
		}
		status, body, err := s.send(ctx, "POST", "/api/samples?format=full", soakSample, s.token)
		if err != nil || status != http.StatusOK || versionOf(body) != version {
			return fmt.Errorf("version %s: %d %s %w", version, status, body, err)
		}
		s.reference[version] = timeless(body)
	}
	if strings.Count(s.reference[secondVersion], "另，") < 3 {
		return errors.New("the two versions do not differ in each tip")
	}
	return nil
}

var (
	createdAt = regexp.MustCompile(`"created_at":"[^"]*"`)
	inForce   = regexp.MustCompile(`"ruleset":\{"version":"([^"]*)"`)
)

func timeless(answer string) string { return createdAt.ReplaceAllString(answer, "") }

func versionOf(answer string) string {
	if m := inForce.FindStringSubmatch(answer); m != nil {
		return m[1]
	}
	return ""
}

// use puts a version in force.
func (s *soaking) use(ctx context.Context, version string) error {
	current := filepath.Join(s.rules, "current.yaml")
	if err := os.WriteFile(current+".new", []byte("active: \""+version+"\"\n"), 0o600); err != nil {
		return err
	}
	if err := os.Rename(current+".new", current); err != nil {
		return err
	}
	status, body, err := s.send(ctx, "POST", "/rules/reload", "", "Bearer "+soakToken)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("reload of %s: %d %.500s", version, status, body)
	}
	return err
}

// reloadEachSecond switches versions until ctx ends and returns how often.
func (s *soaking) reloadEachSecond(ctx context.Context) (n int) {
	for tick := time.Tick(time.Second); ; n++ {
		select {
		case <-ctx.Done():
			return n
		case <-tick:
		}
		version := []string{secondVersion, firstVersion}[n%2]
		if err := s.use(context.WithoutCancel(ctx), version); err != nil {
			s.fault(err)
		}
	}
}

// part sends n requests and returns the least of each figure in the ten quiet
// seconds after them, in which reloads go on and garbage is collected.
func (s *soaking) part(ctx context.Context, n, clients int) (map[string]float64, error) {
	var all sync.WaitGroup
	var left atomic.Int64
	left.Store(int64(n))
	for range clients {
		all.Go(func() {
			for ctx.Err() == nil && left.Add(-1) >= 0 {
				s.one(ctx, int(s.sent.Add(1)))
			}
		})
	}
	all.Wait()
	soakClient.CloseIdleConnections()
	least := map[string]float64{}
	for range 20 {
		_, page, err := s.send(ctx, "GET", "/metrics", "", "")
		if err != nil {
			return nil, err
		}
		for _, f := range figures {
			m := regexp.MustCompile(`(?m)^` + f.name + ` (\S+)$`).FindStringSubmatch(page)
			if m == nil {
				return nil, fmt.Errorf("/metrics lacks %s", f.name)
			}
			v, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				return nil, err
			}
			if had, ok := least[f.name]; !ok || v < had {
				least[f.name] = v
			}
		}
		time.Sleep(500 * time.Millisecond)
	}
	return least, ctx.Err()
}

// one sends request number n and notes what is wrong with the answer.
func (s *soaking) one(ctx context.Context, n int) {
	method, path, body, token, want := "POST", "/api/samples?format=full", soakSample, s.token, http.StatusOK
	switch n % 20 {
	case 0, 1, 2, 3:
		path, body = "/api/keywords?format=full", `{"text":"肝囊肿 1.2cm×0.8cm可能，胆囊未见异常，前列腺增生","context":"report"}`
	case 4, 5:
		path, body = "/tasks/", fmt.Sprintf(`{"task_id":%q,"img_url":%q}`, uuid.NewString(), s.world.Base+"/a.jpg")
	case 6:
		method, path, body, want = "GET", "/tasks/"+uuid.NewString(), "", http.StatusNotFound
	case 7:
		body, want = body[:n%len(body)], http.StatusBadRequest
	case 8:
		token, want = "", http.StatusUnauthorized
	case 9:
		token, body, want = token+"x", "[]", http.StatusUnauthorized
	case 10:
		method, path, body = "GET", "/readyz", ""
	case 11:
		method, path, body = "GET", "/openapi.json", ""
	case 12:
		path, body = "/api/samples", strings.Replace(body, "6.6", strconv.Itoa(n%90), 1)
	}
	status, answer, err := s.send(ctx, method, path, body, token)
	if err == nil && status != want {
		err = fmt.Errorf("%s %s: status %d, want %d: %.300s", method, path, status, want, answer)
	}
	s.mu.Lock()
	s.statuses[status]++
	if n%20 > 12 {
		version := versionOf(answer)
		s.versions[version]++
		if err == nil && timeless(answer) != s.reference[version] {
			err = fmt.Errorf("an answer by rules %q is not what they answer: %.2000s", version, answer)
		}
	}
	s.mu.Unlock()
	if err != nil {
		s.fault(err)
	}
}

// fault notes the first faults.
func (s *soaking) fault(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.faults) < 20 {
		s.faults = append(s.faults, err)
	}
}

// send returns status and body of one answer.
func (s *soaking) send(ctx context.Context, method, path, body, authorization string) (int, string, error) {
	return send(ctx, soakClient, method, s.Base+path, body, authorization)
}

// soakClient keeps a connection for each client.
var soakClient = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
