package client

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"tijian/server/openapi"
)

// Whatever the contract lets be sent, the client can send.
func TestContractFields(t *testing.T) {
	data, err := openapi.Document(openapi.English, openapi.Catalogue{})
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]any }
		}
	}
	if err := json.Unmarshal(data, &contract); err != nil {
		t.Fatal(err)
	}
	for schema, kind := range map[string]reflect.Type{
		"AssessmentRequest": reflect.TypeFor[Request](), "Profile": reflect.TypeFor[Profile](), "HealthBackground": reflect.TypeFor[HealthBackground](),
		"Sample": reflect.TypeFor[Sample](), "Reference": reflect.TypeFor[Reference](), "EarlierResult": reflect.TypeFor[Earlier](),
		"KeywordRequest": reflect.TypeFor[Text](), "TaskSubmission": reflect.TypeFor[Submission](),
	} {
		has := map[string]bool{}
		for field := range kind.Fields() {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			has[name] = true
		}
		properties := contract.Components.Schemas[schema].Properties
		if len(properties) == 0 {
			t.Errorf("the contract has no %s", schema)
		}
		for name := range properties {
			if !has[name] {
				t.Errorf("%s lacks %s", kind, name)
			}
		}
	}
}
