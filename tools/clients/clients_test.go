package clients

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oapi-codegen/oapi-codegen/v2/pkg/codegen"
	_ "github.com/oapi-codegen/runtime" // what the generated client imports

	"tijian/server/openapi"
	"tijian/tools/endurance/rig"
)

// use is the test of a client.
//
//go:embed testdata/client_test.go
var use string

var catalogue = openapi.Catalogue{
	Indicators: []openapi.Indicator{{Name: "potassium", Title: "钾", Units: []string{"mmol/L"}}},
	Risks:      []openapi.Risk{{ID: "dyslipidaemia", Name: "血脂异常"}},
}

// TestGo generates a client, compiles it, and has it decode answers as the
// contract shows them.
func TestGo(t *testing.T) {
	for _, language := range []openapi.Language{openapi.English, openapi.Chinese} {
		data, err := openapi.Document(language, catalogue)
		if err != nil {
			t.Fatal(err)
		}
		document, err := openapi3.NewLoader().LoadFromData(data)
		if err != nil {
			t.Fatal(err)
		}
		code, err := codegen.Generate(document, codegen.Configuration{
			PackageName: "client",
			Generate:    codegen.GenerateOptions{Models: true, Client: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(code, "float32") {
			t.Error("a number loses digits: its format is not double")
		}
		// Below this module, so that the client's imports are found.
		folder, err := os.MkdirTemp(".", "generated")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := os.RemoveAll(folder); err != nil {
				t.Error(err)
			}
		})
		for name, text := range map[string]string{"client.go": code, "client_test.go": use} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := exec.Command("go", "test", "./"+folder).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", language, err, out)
		}
	}
}

// TestTypeScript makes types of the contract, compiles a client of them as
// strictly as the compiler can, and has it ask a server.
func TestTypeScript(t *testing.T) {
	folder := project(t, "typescript")
	contract(t, folder)
	npm(t, folder, "run", "--silent", "generate")
	npm(t, folder, "run", "--silent", "build")
	npm(t, folder, "run", "--silent", "start")
}

// TestJava makes Java classes of the contract, compiles a client of them without
// a warning, and has it ask a service.
// Converter, the generator's helper, is left out: it does not compile with
// Debian's Jackson, and Jackson's own mapper does the same.
func TestJava(t *testing.T) {
	folder := project(t, "java")
	contract(t, folder)
	npm(t, folder, "run", "--silent", "generate")
	npm(t, folder, "run", "--silent", "build")
	base, user, password := service(t, folder)
	npm(t, folder, "run", "--silent", "start", "--", base, user, password)
}

// TestFHIR has a client library for FHIR ask a service all that it answers in FHIR,
// and another one read each answer as HL7 defines it.
func TestFHIR(t *testing.T) {
	folder := project(t, "fhir")
	npm(t, folder, "run", "--silent", "build")
	base, user, password := service(t, folder)
	t.Log(npm(t, folder, "run", "--silent", "start", "--", base, user, password))
}

// TestPython has the Python client ask a service all that it can.
func TestPython(t *testing.T) {
	base, user, password := service(t, t.TempDir())
	command := exec.Command("python3", "-W", "error", "testdata/python/use.py", base, user, password)
	command.Env = append(os.Environ(), "PYTHONPATH=../../client/python", "PYTHONDONTWRITEBYTECODE=1")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// contract writes it into a folder.
func contract(t *testing.T, folder string) {
	t.Helper()
	data, err := openapi.Document(openapi.English, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "contract.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// service starts one in a folder.
func service(t *testing.T, folder string) (base, user, password string) {
	t.Helper()
	binary, err := rig.Build(folder)
	if err != nil {
		t.Fatal(err)
	}
	user, password = "doctor", "a password for this test"
	started, err := rig.Start(t.Context(), binary, "serve", folder, rig.Settings{"TIJIAN_DATA": filepath.Join(folder, "data"), "TIJIAN_WORKERS": "0",
		"TIJIAN_BOOTSTRAP_USER": user, "TIJIAN_BOOTSTRAP_PASSWORD": password})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(started.Kill)
	return started.Base, user, password
}

// project copies a project of npm and installs what it needs.
func project(t *testing.T, name string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	npm(t, folder, "ci", "--no-audit", "--no-fund")
	return folder
}

// npm runs it in a folder and returns what it says.
func npm(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	command := exec.Command("npm", arguments...)
	command.Dir = folder
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("npm %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out)
}
