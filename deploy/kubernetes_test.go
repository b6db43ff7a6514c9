package deploy

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// A manifest is what the test looks at of an object of Kubernetes.
type manifest struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		Template struct {
			Spec struct {
				SecurityContext struct {
					RunAsNonRoot bool `yaml:"runAsNonRoot"`
					RunAsUser    int  `yaml:"runAsUser"`
				} `yaml:"securityContext"`
				Containers []struct {
					Image           string
					Args            []string
					SecurityContext struct {
						ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
						AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
						Capabilities             struct{ Drop []string }
					} `yaml:"securityContext"`
				}
			}
		}
		ScaleTargetRef struct{ Kind, Name string } `yaml:"scaleTargetRef"`
	}
}

// The objects of Kubernetes run the image as its own user, on a read-only root,
// with settings, metrics and paths that the service has.
func TestKubernetes(t *testing.T) {
	var all struct {
		Resources []string
		Images    []struct{ Name string }
	}
	if err := yaml.Unmarshal([]byte(read(t, "kubernetes/kustomization.yaml")), &all); err != nil {
		t.Fatal(err)
	}
	settings, metrics := read(t, "../server/config/config.go"), metricLabels(t)
	paths := read(t, "../server/openapi/openapi.yaml")
	deployments, scaled := map[string]bool{}, map[string]bool{}
	for _, name := range all.Resources {
		text := read(t, "kubernetes/"+name)
		for _, s := range regexp.MustCompile(`TIJIAN_[A-Z_]+`).FindAllString(text, -1) {
			if !strings.Contains(settings, `"`+s+`"`) {
				t.Errorf("%s sets %s, which the service does not know", name, s)
			}
		}
		for _, m := range regexp.MustCompile(`tijian_[a-z_]+`).FindAllString(text, -1) {
			if _, ok := metrics[m]; !ok {
				t.Errorf("%s scales by %s, which is no metric", name, m)
			}
		}
		for _, m := range regexp.MustCompile(`path: (/\w+),`).FindAllStringSubmatch(text, -1) {
			if m[1] != "/tmp" && !strings.Contains(paths, "\n  "+m[1]+":\n") {
				t.Errorf("%s asks for %s, which is no path", name, m[1])
			}
		}
		for decoder := yaml.NewDecoder(strings.NewReader(text)); ; {
			var m manifest
			if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch m.Kind {
			case "Deployment":
				deployments[m.Metadata.Name] = true
				pod := m.Spec.Template.Spec
				if !pod.SecurityContext.RunAsNonRoot || !strings.Contains(read(t, "Dockerfile"), "--uid 10001 tijian") || pod.SecurityContext.RunAsUser != 10001 {
					t.Errorf("%s does not run as the image's user", m.Metadata.Name)
				}
				for _, c := range pod.Containers {
					s := c.SecurityContext
					if !s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 || s.Capabilities.Drop[0] != "ALL" {
						t.Errorf("%s may do more than it must: %+v", m.Metadata.Name, s)
					}
					if c.Image != all.Images[0].Name || len(c.Args) != 1 || m.Metadata.Name != "tijian-"+c.Args[0] {
						t.Errorf("%s runs %s %v", m.Metadata.Name, c.Image, c.Args)
					}
				}
			case "HorizontalPodAutoscaler":
				scaled[m.Spec.ScaleTargetRef.Name] = true
			}
		}
	}
	for _, name := range []string{"tijian-serve", "tijian-worker"} {
		if !deployments[name] || !scaled[name] {
			t.Errorf("%s is not there, or not scaled", name)
		}
	}
}
