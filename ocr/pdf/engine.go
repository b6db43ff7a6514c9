package pdf

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// CodeFolder names, in the environment, the folder where PDFium lies compiled for
// this processor; without it that is UserFolder. Where nothing lies there that can be
// read, it is compiled when the first PDF comes, which takes some seconds.
const CodeFolder = "TIJIAN_CODE"

// mostMemory is what PDFium may take for one document, in pages of 64 KiB.
const mostMemory = 256 << 20 / 65536

// wait is how long a document waits for an instance that is not there.
const wait = time.Minute

// engine compiles PDFium once in the life of a process.
var engine = sync.OnceValues(func() (pdfium.Pool, error) {
	folder, set := os.LookupEnv(CodeFolder)
	if !set {
		folder = UserFolder()
	}
	if folder != "" {
		if pool, err := load(folder); err == nil {
			return pool, nil
		}
	}
	return load("") // the folder is of no use, as to who may not write it
})

// load makes PDFium ready; what is compiled in folder is taken from there, and put
// there where it may be written.
func load(folder string) (pdfium.Pool, error) {
	// PDFium leaves a damaged picture or font by longjmp, which is compiled to exceptions.
	config := wazero.NewRuntimeConfigCompiler().WithMemoryLimitPages(mostMemory).
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
	if folder != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(folder); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	return webassembly.Init(webassembly.Config{
		Context:       context.Background(),
		MaxTotal:      8,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(), // it sees no file
		Stdout:        os.Stderr,
		Stderr:        os.Stderr,
	})
}

// Compile puts PDFium, compiled for this processor, into a folder, unless it lies
// there already, for processes that name the folder in CodeFolder and may not
// write it. It takes some seconds.
func Compile(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	pool, err := load(folder)
	if err != nil {
		return err
	}
	return pool.Close()
}

// UserFolder is the folder for compiled code of whoever runs the program, "" when
// there is none.
func UserFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tijian", "code")
}

// fence turns a panic of the library into an error.
func fence(err *error) {
	if r := recover(); r != nil {
		*err = errors.Join(ErrDamaged, fmt.Errorf("the reader of PDF failed: %v", r))
	}
}
