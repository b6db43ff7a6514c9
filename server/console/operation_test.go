package console

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/server/store/storetest"
	"tijian/server/task"
	"tijian/server/user"
)

func TestOperation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		for i, end := range []struct {
			status task.Status
			fault  string
		}{{task.Failed, "IMAGE_PIXEL_ERROR: resolution 42 PPI"}, {task.Failed, "IMAGE_PIXEL_ERROR: resolution 43 PPI"}, {task.Failed, "OCR_ERROR: <b>"}, {task.Failed, "IMAGE_FETCH_ERROR: the server answered 404 Not Found, 200 is needed"}, {task.Done, ""}, {task.Created, ""}} {
			id := w.report(png)
			b.end(id, end.status, "{}", end.fault)
			if end.status != task.Created {
				if _, err := b.DB.Exec(t.Context(), "UPDATE tasks SET ended_at = created_at + ? WHERE id = ?", int64(i+1)*1_000_000, id); err != nil {
					t.Fatal(err)
				}
			}
		}
		got := b.as("admin").get("operation")
		wantStatus(t, "the page", got, http.StatusOK)
		sound(t, "the page", got)
		for _, want := range []string{`2 × <span class="mono">IMAGE_PIXEL_ERROR<`, `1 × <span class="mono">OCR_ERROR<`, "网址打不开", "最近 5 个任务用时", "一半在 3s 以内", "审批", live().Last().Hash} {
			if !strings.Contains(got.Body.String(), want) {
				t.Errorf("the page lacks %q", want)
			}
		}
	})
}

// Ten thousand tasks and reports, and 500 drafts, change nothing about the size of
// a page; how long they take is BenchmarkPages'.
func TestManyTasks(t *testing.T) {
	b := newBench(t)
	b.fill("")
	for _, name := range []string{"admin", "client"} {
		w := b.as(name)
		for _, path := range b.open(name) {
			got := w.get(path)
			wantStatus(t, path, got, http.StatusOK)
			sound(t, name+" "+path, got)
		}
	}
	if got := b.as("admin").get("operation"); !strings.Contains(got.Body.String(), `2000 × <span class="mono">OCR_ERROR<`) {
		t.Error("the last ones are not counted")
	}
}

// fill puts many tasks, reports and drafts into the bench.
func (b *bench) fill(result string) {
	b.t.Helper()
	dir := b.t.TempDir()
	b.Files = engine.Files{Rules: filepath.Join(dir, "rules"), Dictionaries: filepath.Join(dir, "dictionaries")}
	b.book.Files = b.Files
	err := errors.Join(os.CopyFS(b.Files.Rules, os.DirFS("../../rules")), os.CopyFS(b.Files.Dictionaries, os.DirFS("../../dictionaries")))
	for i := range 500 {
		draft := filepath.Join(b.Files.Rules, fmt.Sprintf("2027.%d", i))
		err = errors.Join(err, os.Mkdir(draft, 0o755), os.WriteFile(filepath.Join(draft, "manifest.yaml"), nil, 0o644))
	}
	for from := 0; from < 10_000; from += 500 {
		var tasks, reports []string
		for i := from; i < from+500; i++ {
			tasks = append(tasks, fmt.Sprintf("('client', 'id%d', 'id%[1]d', 'http://example.com/', 1, 'ERROR', 'OCR_ERROR: %[1]d', '%[2]s', 1, %[1]d, %[1]d)", i, result))
			reports = append(reports, fmt.Sprintf("('client', 'id%d', 'P%[1]d', '', 'check', 1, 1, %[1]d, %[1]d, '', '')", i))
		}
		for into, rows := range map[string][]string{
			"tasks (owner, id, submitted_id, image_url, created_at, status, error, result, job_id, turn, ended_at)": tasks,
			"cases (owner, id, person, found, state, pictures, revision, created_at, changed_at, head, body)":       reports,
		} {
			_, failed := b.DB.Exec(b.t.Context(), "INSERT INTO "+into+" VALUES "+strings.Join(rows, ", "))
			err = errors.Join(err, failed)
		}
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// open are the pages that a role opens without more.
func (b *bench) open(role string) (paths []string) {
	for _, r := range routes {
		if r.path == "factor" || r.path == "account/passkey" || r.path == "assess" { // TestSecondFactor; of no use by plain HTTP; leads to a new case
			continue
		}
		if path := strings.TrimSuffix(r.path, "{$}"); r.method == "GET" && !strings.Contains(path, "{") && !strings.HasSuffix(path, "/events") && r.least != "" && user.Role(role).Includes(r.least) {
			paths = append(paths, path)
		}
	}
	return paths
}

// BenchmarkPages shows each page beside 10,000 tasks of usual size and 500 drafts.
func BenchmarkPages(b *testing.B) {
	bench := newBench(b)
	bench.fill(strings.Repeat("x", 7000))
	for _, name := range []string{"admin", "client"} {
		w := bench.as(name)
		for _, path := range bench.open(name) {
			b.Run(name+"/"+path, func(b *testing.B) {
				for b.Loop() {
					b.ReportMetric(float64(w.get(path).Body.Len()), "bytes")
				}
			})
		}
	}
}
