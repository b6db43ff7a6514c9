package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A stage is the last stage of a Dockerfile: what the image is made of.
type stage struct {
	from    string
	runs    []string    // commands of the shell, in order
	copies  [][2]string // path in the build stage, path in the image
	env     []string
	user    string
	volumes []string
	command []string // entry point and its arguments
}

// parse reads the last stage of a Dockerfile. It knows the instructions of ours
// and refuses others, so that none is passed over.
func parse(text string) (*stage, error) {
	lines := logical(text)
	for i, line := range slices.Backward(lines) {
		if strings.HasPrefix(line, "FROM ") {
			return last(lines[i:])
		}
	}
	return nil, errors.New("there is no FROM")
}

// last reads the lines of a stage.
func last(lines []string) (*stage, error) {
	s := &stage{}
	var entry, arguments []string
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch word {
		case "FROM":
			s.from, _, _ = strings.Cut(rest, " ")
		case "RUN":
			s.runs = append(s.runs, rest)
		case "COPY":
			fields := strings.Fields(rest)
			if strings.HasPrefix(fields[0], "--from=") {
				fields = fields[1:]
			}
			if len(fields) != 2 {
				return nil, fmt.Errorf("COPY %s: one source and one target are known", rest)
			}
			s.copies = append(s.copies, [2]string{fields[0], fields[1]})
		case "ENV":
			s.env = append(s.env, strings.Fields(rest)...)
		case "USER":
			s.user = rest
		case "VOLUME":
			s.volumes = append(s.volumes, strings.Fields(rest)...)
		case "ENTRYPOINT":
			err = json.Unmarshal([]byte(rest), &entry)
		case "CMD":
			err = json.Unmarshal([]byte(rest), &arguments)
		case "WORKDIR", "ARG", "EXPOSE", "STOPSIGNAL":
		default:
			return nil, fmt.Errorf("%s is not known", word)
		}
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", word, rest, err)
		}
	}
	s.command = append(entry, arguments...)
	return s, nil
}

// logical joins lines that go on and leaves out comments.
func logical(text string) (lines []string) {
	joined := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if part, on := strings.CutSuffix(line, `\`); on {
			joined += part
			continue
		}
		lines = append(lines, joined+line)
		joined = ""
	}
	return lines
}
