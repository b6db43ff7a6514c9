package problem

import (
	"encoding/json"
	"io"
	"net/url"
	"slices"
)

// The part of SARIF 2.1.0 that is needed (OASIS, Static Analysis Results
// Interchange Format, 2020): one run of one tool, its rules and results.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name     string      `json:"name"`
		Language string      `json:"language"`
		Rules    []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
)

// WriteSARIF writes the list as a SARIF 2.1.0 log, which editors and code
// hosting sites show at the lines of the files. File names become relative
// URIs. The error is the writer's.
func WriteSARIF(w io.Writer, list List, tool, lang string) error {
	language := "zh-CN"
	if lang == English {
		language = "en"
	}
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
		Tool: sarifTool{sarifDriver{Name: tool, Language: language, Rules: []sarifRule{}}}}
	var codes []string
	for _, p := range list {
		codes = append(codes, p.Code)
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for _, code := range codes {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{code})
	}
	for _, p := range list {
		at := sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: p.File}).String()}}
		if p.Line > 0 {
			at.Region = &sarifRegion{p.Line, p.Column}
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: p.Code, RuleIndex: slices.Index(codes, p.Code), Level: p.Severity.String(),
			Message: sarifText{p.Text(lang)}, Locations: []sarifLocation{{at}},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}
