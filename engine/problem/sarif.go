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
		Tool struct {
			Driver struct {
				Name     string      `json:"name"`
				Language string      `json:"language"`
				Rules    []sarifRule `json:"rules"`
			} `json:"driver"`
		} `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID    string `json:"ruleId"`
		RuleIndex int    `json:"ruleIndex"`
		Level     string `json:"level"`
		Message   struct {
			Text string `json:"text"`
		} `json:"message"`
		Locations [1]sarifLocation `json:"locations"`
	}
	sarifLocation struct {
		Physical struct {
			Artifact struct {
				URI string `json:"uri"`
			} `json:"artifactLocation"`
			Region *sarifRegion `json:"region,omitempty"`
		} `json:"physicalLocation"`
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
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	driver := &run.Tool.Driver
	driver.Name, driver.Language, driver.Rules = tool, language, []sarifRule{}
	var codes []string
	for _, p := range list {
		codes = append(codes, p.Code)
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	for _, code := range codes {
		driver.Rules = append(driver.Rules, sarifRule{code})
	}
	for _, p := range list {
		r := sarifResult{RuleID: p.Code, RuleIndex: slices.Index(codes, p.Code), Level: p.Severity.String()}
		r.Message.Text = p.Text(lang)
		at := &r.Locations[0].Physical
		at.Artifact.URI = (&url.URL{Path: p.File}).String()
		if p.Line > 0 {
			at.Region = &sarifRegion{p.Line, p.Column}
		}
		run.Results = append(run.Results, r)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}
