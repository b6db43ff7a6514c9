// Command image makes the image of deploy/Dockerfile without a container
// engine and tries it: the last stage's steps are run in a Debian of
// debootstrap, and its command is started as the image's user on a read-only
// root. It logs in, assesses, and has a drawn page recognised. It needs root.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"tijian/client"
)

func main() {
	binary := flag.String("binary", "bin/tijian", "the program, built as the Dockerfile builds it")
	folder := flag.String("folder", ".cache/image", "where the image's root is kept")
	mirror := flag.String("mirror", "http://deb.debian.org/debian", "where Debian comes from")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if err := run(ctx, *binary, *folder, *mirror); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, binary, folder, mirror string) error {
	text, err := os.ReadFile("deploy/Dockerfile")
	if err != nil {
		return err
	}
	s, err := parse(string(text))
	if err != nil {
		return err
	}
	root, err := filepath.Abs(filepath.Join(folder, "root"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := build(s, root, binary, mirror); err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "tijian-image")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	return try(ctx, s, root, data)
}

const user, password = "doctor", "a password of a trial"

// try runs the image once.
func try(ctx context.Context, s *stage, root, data string) (err error) {
	address, err := free()
	if err != nil {
		return err
	}
	var log bytes.Buffer
	service, err := start(s, root, data, []string{
		"TIJIAN_LISTEN=" + address, "TIJIAN_BOOTSTRAP_USER=" + user, "TIJIAN_BOOTSTRAP_PASSWORD=" + password, "TIJIAN_ALLOW_NETS=127.0.0.0/8",
	}, &log)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- service.Wait() }()
	defer func() {
		_ = service.Process.Kill()
		if err != nil {
			<-ended
			err = fmt.Errorf("%w\nits log:\n%s", err, log.Bytes())
		}
	}()
	if err := ready(ctx, "http://"+address, ended); err != nil {
		return err
	}
	if err := confined(service.Process.Pid); err != nil {
		return err
	}
	fmt.Println("serves as", s.user, "without capabilities, on a read-only root")
	if err := use(ctx, "http://"+address); err != nil {
		return err
	}
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if stopped := <-ended; stopped != nil {
		ended <- nil
		return fmt.Errorf("it stopped with %w", stopped)
	}
	fmt.Println("stops when it is told to")
	return nil
}

// free is an address that nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

func ready(ctx context.Context, base string, ended chan error) error {
	for {
		if answer, err := http.Get(base + "/readyz"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case err := <-ended:
			ended <- err
			return fmt.Errorf("the service ended: %v", err)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// use asks the service for one of everything.
func use(ctx context.Context, base string) error {
	c := client.New(base)
	if err := c.Login(ctx, user, password); err != nil {
		return err
	}
	assessed, err := c.Assess(ctx, client.Request{
		UserIdentifier: "u", Namespace: "n", Datetime: "2026-11-20T08:30:00Z", Profile: client.Profile{Born: "1970-05-01", Gender: "male"},
		Samples: []client.Sample{{Name: "triglycerides", Unit: "mmol/L", Value: 1.9}},
	})
	if err != nil {
		return err
	}
	if level := assessed.Samples[0].Level; level != "H1" {
		return fmt.Errorf("triglycerides of 1.9 mmol/L are %s", level)
	}
	fmt.Println("assesses:", assessed.Samples[0].Tip)

	const page = "table-clean-13"
	pictures := filepath.Join("testdata", "reports")
	share := httptest.NewServer(http.FileServer(http.Dir(pictures)))
	defer share.Close()
	const id = "0b7c1c3a-6d0e-4a53-9a50-3b1f6c1f2a03"
	if _, err := c.Submit(ctx, client.Submission{TaskID: id, ImageURL: share.URL + "/" + page + ".jpg"}); err != nil {
		return err
	}
	task, err := c.Wait(ctx, id)
	if err != nil {
		return err
	}
	if task.Status != client.Done {
		return errors.New(task.Error)
	}
	var truth struct{ Values map[string]float64 }
	data, err := os.ReadFile(filepath.Join(pictures, page+".truth.json"))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		return err
	}
	right := 0
	for name, value := range truth.Values {
		if got, ok := task.Values[name]; ok && got == value {
			right++
		}
	}
	fmt.Printf("recognises a page: %d of %d values\n", right, len(truth.Values))
	if right*10 < len(truth.Values)*9 {
		return fmt.Errorf("too few of %v", truth.Values)
	}
	return nil
}
