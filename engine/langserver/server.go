// Package langserver tells editors about rules and dictionaries while people
// write them, by the Language Server Protocol: what is wrong, what a name means
// and where it is used, what may be written.
package langserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/strictyaml"
)

// Options say what the files of a workspace are and how they are checked.
type Options struct {
	// Shapes of the files; their patterns begin with rules/ or dictionaries/ and a
	// folder for the version.
	Shapes []strictyaml.Shape
	Checks []engine.Check // of other layers
	Lang   string
	Folder string        // where the editor names none
	Pause  time.Duration // without a change before a whole version is checked
}

// Serve answers an editor until it ends the session or the context ends, and reports
// whether the session ended in order: after a shutdown, or with the context. What goes
// wrong in the session itself is logged.
func Serve(ctx context.Context, in io.Reader, out, complaints io.Writer, o Options) (inOrder bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{Options: o, ctx: ctx, stop: func() {}, workspace: workspace{open: map[string]document{}, known: map[string]*file{}}, published: map[string]map[string]bool{}}
	stream := jsonrpc2.NewBufferedStream(pipe{in, out}, jsonrpc2.VSCodeObjectCodec{})
	logger := jsonrpc2.SetLogger(log.New(complaints, "", log.LstdFlags))
	conn := jsonrpc2.NewConn(ctx, stream, jsonrpc2.HandlerWithError(s.handle).SuppressErrClosed(), logger)
	select {
	case <-conn.DisconnectNotify():
	case <-ctx.Done():
	}
	s.mu.Lock()
	inOrder = s.shut || ctx.Err() != nil
	cancel()
	s.mu.Unlock()
	s.reviews.Wait()
	return inOrder
}

type pipe struct {
	io.Reader
	io.Writer
}

// Close ends the reading where that is possible.
func (p pipe) Close() error {
	if c, ok := p.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

type server struct {
	Options
	ctx context.Context

	mu   sync.Mutex // guards what follows
	conn *jsonrpc2.Conn
	shut bool // the editor said that it will end the session
	workspace
	reviewer  *engine.Reviewer
	stop      context.CancelFunc         // ends the review that waits or is under way
	published map[string]map[string]bool // files that have diagnostics, by version
	reviews   sync.WaitGroup
}

// handle answers one message. They come one after the other.
func (s *server) handle(_ context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) (answer any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprint(r)}
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.conn = conn
	if answer, known := methods[req.Method]; known {
		return answer(s, req)
	}
	if req.Notif {
		return nil, nil // the protocol lets editors tell more than a server knows
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: req.Method}
}

// methods are the messages that are understood.
var methods = map[string]func(*server, *jsonrpc2.Request) (any, error){
	"initialize":                  with((*server).initialize),
	"textDocument/didOpen":        with((*server).edited),
	"textDocument/didChange":      with((*server).edited),
	"textDocument/didSave":        with((*server).edited),
	"textDocument/didClose":       with((*server).closed),
	"textDocument/hover":          with((*server).hover),
	"textDocument/completion":     with((*server).complete),
	"textDocument/definition":     with((*server).definition),
	"textDocument/references":     with((*server).references),
	"textDocument/prepareRename":  with((*server).prepareRename),
	"textDocument/rename":         with((*server).rename),
	"textDocument/documentSymbol": with((*server).symbols),
	"shutdown":                    func(s *server, _ *jsonrpc2.Request) (any, error) { s.shut = true; return nil, nil },
	"exit":                        func(s *server, _ *jsonrpc2.Request) (any, error) { return nil, s.conn.Close() },
}

// with reads the parameters of a message.
func with[P any](answer func(*server, P) (any, error)) func(*server, *jsonrpc2.Request) (any, error) {
	return func(s *server, req *jsonrpc2.Request) (any, error) {
		var params P
		if req.Params != nil {
			if err := json.Unmarshal(*req.Params, &params); err != nil {
				return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
			}
		}
		return answer(s, params)
	}
}

// notify tells the editor something.
func (s *server) notify(method string, params any) {
	_ = s.conn.Notify(s.ctx, method, params) // the editor may have gone
}

func (s *server) initialize(p initializeParams) (any, error) {
	folders := []string{pathOf(p.RootURI)}
	for _, f := range p.Folders {
		folders = append(folders, pathOf(f.URI))
	}
	if folders = slices.DeleteFunc(folders, func(f string) bool { return f == "" }); len(folders) == 0 {
		own, _ := filepath.Abs(s.Folder) // "" of a folder that is gone
		folders = []string{own}
	}
	for _, folder := range folders {
		if s.root = around(folder); s.root != "" {
			break
		}
	}
	if s.root == "" {
		s.notify("window/showMessage", object{"type": 2, "message": message.NoWorkspace.In(s.Lang)})
	}
	s.files = engine.Files{Rules: filepath.Join(s.root, "rules"), Dictionaries: filepath.Join(s.root, "dictionaries")}
	s.reviewer = engine.NewReviewer(s.files, s.Checks...)
	return object{"capabilities": capabilities, "serverInfo": object{"name": "tijian"}}, nil
}

// around finds the folder that has both rules and dictionaries, from one
// upwards; "" for none.
func around(folder string) string {
	for folder != "" {
		if isFolder(filepath.Join(folder, "rules")) && isFolder(filepath.Join(folder, "dictionaries")) {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return ""
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func (s *server) edited(p documentParams) (any, error) {
	name := s.nameOf(p.Document.URI)
	if name == "" {
		return nil, nil
	}
	d := s.open[name]
	if p.Document.Text != nil {
		d = document{p.Document.URI, *p.Document.Text}
	}
	if len(p.Changes) > 0 {
		d.text = p.Changes[len(p.Changes)-1].Text
	}
	if s.open[name] = d; d.uri == "" {
		delete(s.open, name) // saved, not opened
		return nil, nil
	}
	s.readAlone(name)
	s.review()
	return nil, nil
}

func (s *server) closed(p documentParams) (any, error) {
	delete(s.open, s.nameOf(p.Document.URI))
	s.review()
	return nil, nil
}
