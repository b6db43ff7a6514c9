package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"tijian/engine/filelimits"
	"tijian/server/admission"
	"tijian/server/store/cluster"
	"tijian/tools/endurance/rig"
)

type flood struct {
	Postgres bool          `help:"On a PostgreSQL of its own instead of SQLite."`
	Binary   string        `help:"A service that was built before, to compare with; by default this tree's."`
	Patience time.Duration `default:"60s" help:"Longest time for one flood."`
	Mixed    time.Duration `default:"60s" help:"How long all of them at once."`
}

// What must hold during each flood.
const (
	mostResident = admission.Process
	mostHonest   = time.Second // for a small request of somebody else
)

// unready stands for a 503 that does not say when to come again.
const unready = 599

const floodPassword = "a horse of the flood 41"

// A deluge is a service without recognition, who floods it, and somebody who
// only wants a small answer.
type deluge struct {
	*rig.Process
	tokens []string // of those who flood
	honest string
}

// Run sends requests that are each within the limits, and together more than there
// is room for.
func (f *flood) Run(ctx context.Context) error {
	if f.Postgres {
		return rig.WithPostgres(ctx, func(dir, dsn string, _ *cluster.Cluster) error { return f.on(ctx, dir, dsn) })
	}
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	return f.on(ctx, dir, "sqlite:"+filepath.Join(dir, "tijian.db"))
}

func (f *flood) on(ctx context.Context, dir, dsn string) (err error) {
	if f.Binary == "" {
		if f.Binary, err = rig.Build(dir); err != nil {
			return err
		}
	}
	settings := rig.Settings{"TIJIAN_DATABASE": dsn, "TIJIAN_DATA": dir, "TIJIAN_WORKERS": "0", "TIJIAN_BOOTSTRAP_USER": "honest", "TIJIAN_BOOTSTRAP_PASSWORD": floodPassword}
	var all []error
	fmt.Printf("%-34s %8s %8s %8s %9s  %s\n", "flood", "seconds", "CPU s", "peak MB", "honest ms", "answers by status")
	for _, one := range []struct {
		name string
		do   func(context.Context, *deluge) map[int]int
	}{
		{"20 texts of 300 kB, full form", func(ctx context.Context, d *deluge) map[int]int {
			return d.many(ctx, 20, d.text(0, "/api/keywords?format=full", "结节"))
		}},
		{"60 texts of 300 kB, full form", func(ctx context.Context, d *deluge) map[int]int {
			return d.many(ctx, 60, d.text(0, "/api/keywords?format=full", "结节"))
		}},
		{"20 texts of 300 kB, FHIR", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 20, d.fhir(0)) }},
		{"40 slow readers of large answers", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 40, d.slow(0)) }},
		{"40 assessments of 1,000 samples", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 40, d.samples(0)) }},
		{"40 bodies of 1 MiB to parse", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 40, d.ones()) }},
		{"40 messages of HL7 of 1 MiB", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 40, d.hl7(0)) }},
		{"a table of 100,000 persons", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 1, d.table(0)) }},
		{"400 bodies that drip", func(ctx context.Context, d *deluge) map[int]int { return d.many(ctx, 400, d.drip()) }},
		{"all of them by 4 users", func(ctx context.Context, d *deluge) map[int]int {
			ctx, cancel := context.WithTimeout(ctx, f.Mixed)
			defer cancel()
			return d.mixture(ctx, 1)
		}},
	} {
		p, err := rig.Start(ctx, f.Binary, "serve", dir, settings)
		if err != nil {
			return err
		}
		d := &deluge{Process: p}
		if err := d.enter(ctx, f.Binary, dir, dsn); err != nil {
			p.Kill()
			return err
		}
		limited, cancel := context.WithTimeout(ctx, max(f.Patience, f.Mixed))
		begun := time.Now()
		var codes map[int]int
		honest := d.watch(limited)
		cpu, peak, _ := d.Measure(func() error { codes = one.do(limited, d); return nil })
		slowest, refused := honest()
		cancel()
		took := time.Since(begun)
		outcome := said(codes)
		var wrong []string
		if peak > mostResident {
			wrong = append(wrong, fmt.Sprintf("more than %d MB", mostResident>>20))
		}
		if slowest > mostHonest || refused > 0 {
			wrong = append(wrong, fmt.Sprintf("somebody else waits %s, is refused %d times", slowest.Round(time.Millisecond), refused))
		}
		if codes[http.StatusInternalServerError] > 0 || !p.Alive() {
			wrong = append(wrong, "it fails")
		}
		if len(wrong) > 0 {
			outcome += "  BAD " + strings.Join(wrong, ", ")
			all = append(all, fmt.Errorf("%s: %s", one.name, strings.Join(wrong, ", ")))
		}
		fmt.Printf("%-34s %8.1f %8.2f %8d %9d  %s\n", one.name, took.Seconds(), cpu.Seconds(), peak>>20, slowest.Milliseconds(), outcome)
		p.Kill()
	}
	return errors.Join(all...)
}

// said are the answers by their status; 0 is none.
func said(codes map[int]int) string {
	var parts []string
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		parts = append(parts, fmt.Sprintf("%d× %d", codes[code], code))
	}
	return strings.Join(parts, ", ")
}

// enter adds those who flood, and logs everybody in.
func (d *deluge) enter(ctx context.Context, binary, dir, dsn string) error {
	for _, name := range []string{"a", "b", "c", "d"} {
		add := exec.CommandContext(ctx, binary, "user", "add", name)
		add.Stdin = strings.NewReader(floodPassword + "\n")
		add.Env = append(os.Environ(), "TIJIAN_DATABASE="+dsn, "TIJIAN_DATA="+dir)
		_ = add.Run() // it may be there from the flood before; the login tells
	}
	return d.login(ctx)
}

// login gets everybody a token.
func (d *deluge) login(ctx context.Context) error {
	for _, name := range []string{"honest", "a", "b", "c", "d"} {
		code, answer, err := send(ctx, http.DefaultClient, http.MethodPost, d.Base+"/api/login", fmt.Sprintf(`{"username":%q,"password":%q}`, name, floodPassword), "")
		var got struct{ Token string }
		if err == nil {
			err = json.Unmarshal([]byte(answer), &got)
		}
		if err != nil || code != http.StatusOK {
			return fmt.Errorf("login of %s: %d %s %w", name, code, answer, err)
		}
		if name == "honest" {
			d.honest = "JWT " + got.Token
		} else {
			d.tokens = append(d.tokens, "JWT "+got.Token)
		}
	}
	return nil
}

// watch asks small things all the time, as somebody else, until what it returns is
// called: the longest wait, and how often the answer was not the right one.
func (d *deluge) watch(ctx context.Context) func() (time.Duration, int) {
	ctx, cancel := context.WithCancel(ctx)
	var slowest time.Duration
	refused := 0
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		time.Sleep(300 * time.Millisecond) // the flood has come
		for ctx.Err() == nil {
			begun := time.Now()
			code, answer, _ := send(ctx, http.DefaultClient, http.MethodPost, d.Base+"/api/keywords", `{"text":"甲状腺右叶结节，脂肪肝可能。"}`, d.honest)
			if ctx.Err() != nil {
				slowest = max(slowest, time.Since(begun))
				return
			}
			if slowest = max(slowest, time.Since(begun)); code != http.StatusOK || answer != `{"certain":["甲状腺结节"],"possible":["脂肪肝"]}` {
				refused++
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	return func() (time.Duration, int) { cancel(); <-ended; return slowest, refused }
}

// many does something so many times at once.
func (d *deluge) many(ctx context.Context, n int, do func(context.Context) int) map[int]int {
	codes := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			code := do(ctx)
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	all.Wait()
	return codes
}

// mixture has four users do everything at once, again and again until ctx ends; share
// is a so manieth of it.
func (d *deluge) mixture(ctx context.Context, share int) map[int]int {
	codes := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for user := range d.tokens {
		for _, kind := range []struct {
			at int
			do func(context.Context) int
		}{{8, d.text(user, "/api/keywords?format=full", "结节")}, {4, d.fhir(user)}, {12, d.slow(user)}, {6, d.samples(user)}, {6, d.ones()}, {20, d.drip()}, {4, d.hl7(user)}, {1, d.table(user)}} {
			for range max(1, kind.at/share) {
				all.Go(func() {
					for ctx.Err() == nil {
						code := kind.do(ctx)
						if code == 0 && ctx.Err() != nil {
							return
						}
						mu.Lock()
						codes[code]++
						mu.Unlock()
						if code != http.StatusOK {
							time.Sleep(100 * time.Millisecond)
						}
					}
				})
			}
		}
	}
	all.Wait()
	return codes
}

// patient waits as long as its context.
var patient = &http.Client{Transport: &http.Transport{MaxConnsPerHost: 0, DisableKeepAlives: true}}

// ask sends a request and reads its answer with what reads it.
func (d *deluge) ask(ctx context.Context, path, body, token, accept string, read func(io.Reader)) int {
	return d.sendAs(ctx, "application/json", path, body, token, accept, read)
}

func (d *deluge) sendAs(ctx context.Context, kind, path, body, token, accept string, read func(io.Reader)) int {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.Base+path, strings.NewReader(body))
	if err != nil {
		return 0
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", token)
	if token == "" {
		r.Header.Del("Authorization")
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	response, err := patient.Do(r)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	read(response.Body)
	if response.StatusCode == http.StatusServiceUnavailable && response.Header.Get("Retry-After") == "" {
		return unready
	}
	return response.StatusCode
}

func all(r io.Reader) { _, _ = io.Copy(io.Discard, r) }

func textOf(unit string) string { return `{"text":"` + strings.Repeat(unit, 300_000/len(unit)) + `"}` }

func (d *deluge) text(user int, path, unit string) func(context.Context) int {
	body := textOf(unit)
	return func(ctx context.Context) int { return d.ask(ctx, path, body, d.tokens[user], "", all) }
}

func (d *deluge) fhir(user int) func(context.Context) int {
	body := textOf("结节")
	return func(ctx context.Context) int {
		return d.ask(ctx, "/api/keywords", body, d.tokens[user], "application/fhir+json", all)
	}
}

// slow reads 64 kB a second.
func (d *deluge) slow(user int) func(context.Context) int {
	body := textOf("结节")
	return func(ctx context.Context) int {
		return d.ask(ctx, "/api/keywords?format=full", body, d.tokens[user], "", func(r io.Reader) {
			for ctx.Err() == nil {
				if _, err := io.CopyN(io.Discard, r, 6_400); err != nil {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
}

func (d *deluge) samples(user int) func(context.Context) int {
	body := `{"user_identifier":"u","namespace":"n","datetime":"2026-05-01T08:00:00.000Z","profile":{"dob":"1950-01-01","gender":"male"},` +
		`"health_background":{"has_diabetes":true,"is_taking_antihypertensive_therapy":true,"has_cvd":false,"smoke_daily_frequency":20,"has_hbp":true},"samples":[` +
		strings.TrimSuffix(strings.Repeat(`{"name":"ldl_c","value":9},`, 1000), ",") + `]}`
	return func(ctx context.Context) int {
		return d.ask(ctx, "/api/samples?format=full", body, d.tokens[user], "", all)
	}
}

// hl7 is a message of results nobody knows, each of which has to be said.
func (d *deluge) hl7(user int) func(context.Context) int {
	head := `MSH|^~\&|LAB|H|||20260501080000||ORU^R01|` + rand.Text() + `|P|2.5` + "\rPID|1||" + rand.Text() + "||||19500101|M\rOBR|1|1|1|x\r"
	body := head + strings.Repeat("OBX|1|NM|x^x||1|g\r", (1<<20-len(head))/18)
	return func(ctx context.Context) int {
		return d.sendAs(ctx, "application/hl7-v2", "/hl7", body, d.tokens[user], "", all)
	}
}

// table is a file of as many persons as there may be, until it has been read: working
// it off takes minutes.
func (d *deluge) table(user int) func(context.Context) int {
	var b strings.Builder
	b.WriteString("体检编号,性别,年龄,项目,结果\n")
	for i := range filelimits.MostPersons {
		fmt.Fprintf(&b, "%d,男,45,空腹血糖,5\n", i)
	}
	body := b.String()
	return func(ctx context.Context) int {
		var file struct {
			ID    string
			Total int
		}
		code := d.sendAs(ctx, "text/csv", "/batch", body, d.tokens[user], "", func(r io.Reader) { _ = json.NewDecoder(r).Decode(&file) })
		for code == http.StatusAccepted && file.Total == 0 && ctx.Err() == nil {
			time.Sleep(200 * time.Millisecond)
			_, answer, err := send(ctx, http.DefaultClient, http.MethodGet, d.Base+"/batch/"+file.ID, "", d.tokens[user])
			if err != nil || json.Unmarshal([]byte(answer), &file) != nil {
				return 0
			}
		}
		return code
	}
}

// ones is a body that takes eighty times its bytes to parse.
func (d *deluge) ones() func(context.Context) int {
	body := `{"username":[` + strings.Repeat("1,", 500_000) + `1]}`
	return func(ctx context.Context) int { return d.ask(ctx, "/api/login", body, "", "", all) }
}

// drip announces 1 MiB and sends it bit by bit.
func (d *deluge) drip() func(context.Context) int {
	return func(ctx context.Context) int {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		reader, writer := io.Pipe()
		go func() {
			defer writer.Close()
			_, _ = writer.Write(make([]byte, 900<<10))
			for ctx.Err() == nil {
				if _, err := writer.Write([]byte(" ")); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.Base+"/api/login", reader)
		if err != nil {
			return 0
		}
		r.ContentLength = 1 << 20
		r.Header.Set("Content-Type", "application/json")
		response, err := patient.Do(r)
		if err != nil {
			return 0
		}
		response.Body.Close()
		return response.StatusCode
	}
}
