package command

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the console blocks of README.md and of the page for those who
// call the service against a running one, and compares what comes back; "…" there
// stands for anything.
func TestReadme(t *testing.T) {
	var data []byte
	for _, name := range []string{"README.md", filepath.Join("docs", "integration.md")} {
		page, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, page...)
	}
	share := httptest.NewServer(http.FileServer(http.Dir(filepath.Join("..", "testdata", "reports"))))
	defer share.Close()
	s := start(t, t.TempDir())
	here := strings.NewReplacer(
		"http://127.0.0.1:8080", s.base, "http://127.0.0.1:9000", share.URL,
		`"username": "doctor", "password": "choose a long one"`, `"username": "`+testUser+`", "password": "`+testPassword+`"`,
	)
	// One shell for all, so that TOKEN lives on; a mark ends each answer.
	const mark = "--- end of answer"
	var script strings.Builder
	var commands, answers []string
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimSuffix(line, "\n")
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				commands, answers = append(commands, command), append(answers, "")
				if strings.HasPrefix(command, "go run ./tools/share") {
					command = "echo 'Sharing testdata/reports at http://127.0.0.1:9000/'" // served by the test
				} else {
					command = here.Replace(command)
					// How long recognition takes is the machine's affair.
					if url, ok := strings.CutPrefix(command, "sleep 10; "); ok {
						command = "for i in $(seq 600); do " + url + " | grep -q 'DONE\\|\"ERROR' && break; sleep 0.2; done; " + url
					}
				}
				script.WriteString(command + "\necho; echo '" + mark + "'\n")
			} else {
				answers[len(answers)-1] += line
			}
		}
	}
	if len(commands) < 5 {
		t.Fatalf("README has only %d commands", len(commands))
	}
	shell := exec.Command("sh", "-e")
	shell.Stdin = strings.NewReader(script.String())
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := strings.Split(string(out), mark)
	for i, want := range answers {
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(here.Replace(want)), "…", ".*") + "$"
		if strings.HasPrefix(commands[i], "go run") {
			pattern = "^" + regexp.QuoteMeta(want) + "$"
		}
		if answer := daysAgo.ReplaceAllString(strings.TrimSpace(got[i]), ""); !regexp.MustCompile(pattern).MatchString(answer) {
			t.Errorf("%s\nanswers  %s\nREADME   %s", commands[i], answer, want)
		}
	}
}
