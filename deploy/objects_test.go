package deploy

// What the objects of Kubernetes are made of, by kind: the fields that ours
// have and no others, under the names of its API (apps/v1, v1, policy/v1,
// autoscaling/v2), so that a name that is misspelt is found.
type (
	head struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   metadata
	}
	metadata struct {
		Name        string
		Labels      map[string]string
		Annotations map[string]string
	}
	selector struct {
		MatchLabels map[string]string `yaml:"matchLabels"`
	}
	deployment struct {
		head `yaml:",inline"`
		Spec struct {
			Replicas int
			Selector selector
			Template struct {
				Metadata metadata
				Spec     pod
			}
		}
	}
	pod struct {
		AutomountServiceAccountToken  bool `yaml:"automountServiceAccountToken"`
		TerminationGracePeriodSeconds int  `yaml:"terminationGracePeriodSeconds"`
		SecurityContext               struct {
			RunAsNonRoot   bool                  `yaml:"runAsNonRoot"`
			RunAsUser      int                   `yaml:"runAsUser"`
			RunAsGroup     int                   `yaml:"runAsGroup"`
			FSGroup        int                   `yaml:"fsGroup"`
			SeccompProfile struct{ Type string } `yaml:"seccompProfile"`
		} `yaml:"securityContext"`
		Containers []container
		Volumes    []struct {
			Name     string
			EmptyDir *struct{} `yaml:"emptyDir"`
		}
	}
	container struct {
		Name, Image string
		Args        []string
		Ports       []struct {
			Name          string
			ContainerPort int `yaml:"containerPort"`
		}
		Env []struct {
			Name, Value string
			ValueFrom   *struct {
				SecretKeyRef struct{ Name, Key string } `yaml:"secretKeyRef"`
			} `yaml:"valueFrom"`
		}
		ReadinessProbe  *probe `yaml:"readinessProbe"`
		LivenessProbe   *probe `yaml:"livenessProbe"`
		StartupProbe    *probe `yaml:"startupProbe"`
		Resources       struct{ Requests, Limits map[string]string }
		SecurityContext struct {
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
			ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
			Capabilities             struct{ Drop []string }
		} `yaml:"securityContext"`
		VolumeMounts []struct {
			Name      string
			MountPath string `yaml:"mountPath"`
		} `yaml:"volumeMounts"`
	}
	probe struct {
		HTTPGet          struct{ Path, Port string } `yaml:"httpGet"`
		PeriodSeconds    int                         `yaml:"periodSeconds"`
		TimeoutSeconds   int                         `yaml:"timeoutSeconds"`
		FailureThreshold int                         `yaml:"failureThreshold"`
	}
	service struct {
		head `yaml:",inline"`
		Spec struct {
			Selector map[string]string
			Ports    []struct {
				Name       string
				Port       int
				TargetPort string `yaml:"targetPort"`
			}
		}
	}
	budget struct {
		head `yaml:",inline"`
		Spec struct {
			MinAvailable int `yaml:"minAvailable"`
			Selector     selector
		}
	}
	scaler struct {
		head `yaml:",inline"`
		Spec struct {
			ScaleTargetRef struct {
				APIVersion string `yaml:"apiVersion"`
				Kind, Name string
			} `yaml:"scaleTargetRef"`
			MinReplicas int `yaml:"minReplicas"`
			MaxReplicas int `yaml:"maxReplicas"`
			Behavior    struct {
				ScaleDown struct {
					StabilizationWindowSeconds int `yaml:"stabilizationWindowSeconds"`
				} `yaml:"scaleDown"`
			}
			Metrics []struct {
				Type     string
				Resource *struct {
					Name   string
					Target target
				}
				External *struct {
					Metric struct {
						Name     string
						Selector selector
					}
					Target target
				}
			}
		}
	}
	target struct {
		Type, Value        string
		AverageUtilization int `yaml:"averageUtilization"`
	}
)
