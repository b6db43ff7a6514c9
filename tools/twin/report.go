package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// report counts what was compared and shows the first differences.
type report struct {
	out     io.Writer
	allowed map[string]string // the reason, by what is compared

	mu                    sync.Mutex
	same, decided, differ int
	shown                 map[string]int // by the first word of what is compared
}

const (
	mostShown = 5  // of one kind
	around    = 60 // bytes of context beside a difference
)

// readAllowed reads the differences that were decided: "what<tab>reason" a line.
func readAllowed(name string) (map[string]string, error) {
	allowed := map[string]string{}
	if name == "" {
		return allowed, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		what, reason, ok := strings.Cut(line, "\t")
		if !ok || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s:%d: %q has no tab with a reason behind it", name, n+1, line)
		}
		allowed[what] = reason
	}
	return allowed, nil
}

// Each run has other times, ids and tokens: what is of today, and what is random.
var (
	moment = regexp.MustCompile(`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?`)
	uuid   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	random = regexp.MustCompile(`eyJ[\w.-]{40,}|\b[0-9a-f]{64}\b`)
	port   = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	spent  = regexp.MustCompile(`\d+(\.\d+)?\s?(ms|µs|s|秒)\b|"(seconds|duration|time)":\s?[\d.]+`)
)

// masked puts a mark in the place of what no two runs have in common. Times of
// the examined persons, which lie in the past, stay.
func masked(text []byte) []byte {
	year := time.Now().Format("2006")
	month := time.Now().Format("2006-01-02")
	text = moment.ReplaceAllFunc(text, func(m []byte) []byte {
		if bytes.HasPrefix(m, []byte(month)) || bytes.HasPrefix(m, []byte(year)) && bytes.Contains(m, []byte(".")) {
			return []byte("<now>")
		}
		return m
	})
	text = random.ReplaceAll(uuid.ReplaceAll(text, []byte("<uuid>")), []byte("<random>"))
	return port.ReplaceAll(text, []byte("<address>"))
}

// same compares two answers to one question; what names it, its kind first.
func (r *report) compare(what string, old, new []byte) {
	old, new = masked(old), masked(new)
	r.mu.Lock()
	defer r.mu.Unlock()
	kind, _, _ := strings.Cut(what, " ")
	switch {
	case bytes.Equal(old, new):
		r.same++
	case r.allowed[what] != "" || r.allowed[kind] != "":
		r.decided++
	default:
		r.differ++
		if r.shown == nil {
			r.shown = map[string]int{}
		}
		if r.shown[kind]++; r.shown[kind] <= mostShown {
			at := 0
			for at < min(len(old), len(new)) && old[at] == new[at] {
				at++
			}
			fmt.Fprintf(r.out, "%s differs at byte %d\n  old: %s\n  new: %s\n", what, at, near(old, at), near(new, at))
		}
	}
}

func near(text []byte, at int) string {
	return strings.ToValidUTF8(fmt.Sprintf("%q", text[max(0, at-around):min(len(text), at+around)]), "")
}

func (r *report) last() string {
	return fmt.Sprintf("%d compared: %d equal, %d decided, %d differ", r.same+r.decided+r.differ, r.same, r.decided, r.differ)
}
