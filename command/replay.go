package command

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/impact"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/ruleset"
)

type rulesReplay struct {
	Folder string `arg:"" help:"服务存下请求的文件夹（TIJIAN_REPLAY_DIR），或任何 *.jsonl 的文件夹" en:"Folder in which a service has kept requests (TIJIAN_REPLAY_DIR), or any with *.jsonl."`
	pair
	judged
	Exit bool `name:"exit-code" help:"有任何人的结论改变时退出码为 4" en:"Exit with 4 when anybody's answer changes."`
}

// Run answers kept requests by two versions, and prints what changes.
func (c *rulesReplay) Run(s Streams) error {
	c.announce(s)
	from, to, err := c.load(s)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(c.Folder, "*.jsonl"))
	if err != nil || len(files) == 0 {
		return failure{exitInvalid, c.Folder + s.in("：这里没有存下的请求（*.jsonl）", ": no kept requests (*.jsonl) here")}
	}
	r := replayed{files: files, arguments: arguments(from.Rules, to.Rules)}
	report := impact.Run(from.Rules, to.Rules, r.requests())
	report.Place = func(n int) string { return r.places[n-1] }
	r.complain(s)
	if r.err != nil {
		return r.err
	}
	if len(r.places) == 0 {
		return failure{exitInvalid, c.Folder + s.in("：没有能读的请求", ": no request can be read")}
	}
	if err := c.judge(s, report); err != nil {
		return err
	}
	if c.Exit && report.Persons.Changed > 0 {
		return failure{exitTests, ""}
	}
	return nil
}

// arguments are those that either version knows.
func arguments(from, to *ruleset.Set) []*ruleset.Argument {
	all := slices.Clone(to.Arguments)
	for _, a := range from.Arguments {
		if !slices.ContainsFunc(all, func(b *ruleset.Argument) bool { return a.Path == b.Path }) {
			all = append(all, a)
		}
	}
	return all
}

// replayed are the requests of a folder's files. What cannot be read is passed
// over, for a service may have been killed while it wrote.
type replayed struct {
	files     []string
	arguments []*ruleset.Argument
	places    []string // of the requests
	unread    []unreadLine
	err       error
}

type unreadLine struct {
	place string
	err   error
}

func (r *replayed) requests() iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		for _, name := range r.files {
			f, err := os.Open(name)
			if err != nil {
				r.err = err
				return
			}
			more := true
			for line := range population.Lines(f, r.arguments) {
				place := fmt.Sprintf("%s:%d", filepath.ToSlash(name), line.Number)
				if line.Err != nil {
					r.unread = append(r.unread, unreadLine{place, line.Err})
					continue
				}
				r.places = append(r.places, place)
				if more = yield(line.Request); !more {
					break
				}
			}
			if r.err = f.Close(); r.err != nil || !more {
				return
			}
		}
	}
}

// complain names the first requests that could not be read.
func (r *replayed) complain(s Streams) {
	const most = 5
	for _, u := range r.unread[:min(most, len(r.unread))] {
		fmt.Fprintf(s.Err, "%s: %s\n", u.place, message.Localise(u.err, s.Lang))
	}
	if n := len(r.unread); n > 0 {
		fmt.Fprintf(s.Err, s.in("%d 份请求读不了，没有计入\n", "%d requests cannot be read and are not counted\n"), n)
	}
}
