package deploy

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// strict decodes an object, and refuses fields that its kind does not have.
func strict(t *testing.T, object *yaml.Node, into any) {
	t.Helper()
	text, err := yaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(into); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
}

// The objects of Kubernetes run the image as its own user, on a read-only root,
// with settings, metrics and paths that the service has, and fit together.
func TestKubernetes(t *testing.T) {
	var all struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Resources  []string
		Images     []struct {
			Name   string
			NewTag string `yaml:"newTag"`
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "kubernetes/kustomization.yaml")))
	decoder.KnownFields(true)
	if err := decoder.Decode(&all); err != nil {
		t.Fatal(err)
	}
	settings, metrics := read(t, "../server/config/config.go"), metricLabels(t)
	paths := read(t, "../server/openapi/openapi.yaml")
	pods := map[string]map[string]string{} // labels, by the deployment's name
	var selected []map[string]string
	scaled := map[string]bool{}
	for _, name := range all.Resources {
		text := read(t, "kubernetes/"+name)
		for _, s := range regexp.MustCompile(`TIJIAN_[A-Z_]+`).FindAllString(text, -1) {
			if !strings.Contains(settings, `"`+s+`"`) {
				t.Errorf("%s sets %s, which the service does not know", name, s)
			}
		}
		for decoder := yaml.NewDecoder(strings.NewReader(text)); ; {
			var object yaml.Node
			if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var kind struct{ Kind string }
			if err := object.Decode(&kind); err != nil {
				t.Fatal(err)
			}
			switch kind.Kind {
			case "Deployment":
				var d deployment
				strict(t, &object, &d)
				pods[d.Metadata.Name] = d.Spec.Template.Metadata.Labels
				selected = append(selected, d.Spec.Selector.MatchLabels)
				d.check(t, all.Images[0].Name, paths)
			case "Service":
				var s service
				strict(t, &object, &s)
				selected = append(selected, s.Spec.Selector)
			case "PodDisruptionBudget":
				var b budget
				strict(t, &object, &b)
				selected = append(selected, b.Spec.Selector.MatchLabels)
			case "HorizontalPodAutoscaler":
				var s scaler
				strict(t, &object, &s)
				scaled[s.Spec.ScaleTargetRef.Name] = s.Spec.MinReplicas <= s.Spec.MaxReplicas && s.Spec.ScaleTargetRef.Kind == "Deployment"
				for _, m := range s.Spec.Metrics {
					if m.External == nil {
						continue
					}
					labels, ok := metrics[m.External.Metric.Name]
					for label := range m.External.Metric.Selector.MatchLabels {
						ok = ok && slices.Contains(labels, label)
					}
					if !ok {
						t.Errorf("%s scales by %+v, which is no metric", s.Metadata.Name, m.External.Metric)
					}
				}
			default:
				t.Errorf("%s has a %q", name, kind.Kind)
			}
		}
	}
	for _, name := range []string{"tijian-serve", "tijian-worker"} {
		if pods[name] == nil || !scaled[name] {
			t.Errorf("%s is not there, or not scaled", name)
		}
	}
	for _, labels := range selected {
		if !slices.ContainsFunc(slices.Collect(maps.Values(pods)), func(pod map[string]string) bool { return maps.Equal(pod, labels) }) {
			t.Errorf("%v selects no pod", labels)
		}
	}
}

// check holds a deployment against the image and the service.
func (d *deployment) check(t *testing.T, image, paths string) {
	t.Helper()
	name, pod := d.Metadata.Name, d.Spec.Template.Spec
	if !pod.SecurityContext.RunAsNonRoot || !strings.Contains(read(t, "Dockerfile"), "--uid 10001 tijian") || pod.SecurityContext.RunAsUser != 10001 {
		t.Errorf("%s does not run as the image's user", name)
	}
	for _, c := range pod.Containers {
		s := c.SecurityContext
		if !s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || !slices.Equal(s.Capabilities.Drop, []string{"ALL"}) {
			t.Errorf("%s may do more than it must: %+v", name, s)
		}
		if c.Image != image || len(c.Args) != 1 || name != "tijian-"+c.Args[0] {
			t.Errorf("%s runs %s %v", name, c.Image, c.Args)
		}
		for _, p := range []*probe{c.ReadinessProbe, c.LivenessProbe, c.StartupProbe} {
			if p == nil {
				continue
			}
			if !strings.Contains(paths, "\n  "+p.HTTPGet.Path+":\n") {
				t.Errorf("%s is asked for %s, which is no path", name, p.HTTPGet.Path)
			}
			if len(c.Ports) != 1 || c.Ports[0].Name != p.HTTPGet.Port {
				t.Errorf("%s is asked at %s, which is no port of %v", name, p.HTTPGet.Port, c.Ports)
			}
		}
		for _, m := range c.VolumeMounts {
			if len(pod.Volumes) == 0 || m.MountPath != "/"+m.Name {
				t.Errorf("%s has %s at %s", name, m.Name, m.MountPath)
			}
		}
		if len(c.VolumeMounts) != len(pod.Volumes) {
			t.Errorf("%s mounts %d of %d volumes", name, len(c.VolumeMounts), len(pod.Volumes))
		}
	}
}
