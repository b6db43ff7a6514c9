package dictionary

import (
	_ "embed"
	"io/fs"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
	"tijian/rules"
)

// withoutLOINC says why an indicator has no code. A code is left out rather
// than guessed.
var withoutLOINC = map[string]string{
	"abi":                     "LOINC's codes name a side; reports of check-ups give one number",
	"bone_density_t_score":    "LOINC's codes name a site (hip, femur, lumbar spine, calcaneus); reports often name none",
	"bone_density_z_score":    "as for the T-score",
	"hip_circumference":       "the one code in use, 62409-8, is a protocol of PhenX and no observation",
	"hp_breath_test_14c":      "29891-9 is the breath test of either isotope and stands for the one with carbon 13",
	"urine_vitamin_c":         "5768-7 is a mass per volume; reports print a grade",
	"ca242":                   "2011-5 is a presence; reports print units per volume, a term whose code was not found",
	"pivka_ii":                "34444-0 is a mass per volume; reports print arbitrary units, whose code was not found",
	"gastrin_17":              "LOINC's term is a mass per volume; reports print moles",
	"adenosine_deaminase":     "1722-8 is of whole blood; the code of serum was not found",
	"afu":                     "79454-5 is of dried blood; the code of serum was not found",
	"carotid_imt":             "no code found",
	"glycated_albumin":        "no code found whose check digit is right (13979-8, which is in use, has a wrong one)",
	"hbdh":                    "the term exists ([Enzymatic activity/volume] in Serum or Plasma); its code was not found",
	"liver_cap":               "for the next version, read already (loinc.yaml): 81894-8, Liver ultrasound attenuation by transient elastography, in dB/m",
	"pepsinogen_i":            "for the next version, once its name is seen: 2736-7 is what laboratories report it by",
	"pepsinogen_ii":           "the term exists; its code was not found",
	"pulse_pressure":          "for the next version, read already (loinc.yaml): 107146-3, Pulse pressure, in mm Hg",
	"visceral_fat_area":       "no code found",
	"waist_height_ratio":      "no code found",
	"waist_hip_ratio":         "no code found",
	"aldosterone_renin_ratio": "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"calf_circumference":      "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"chair_stand_time":        "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"ebv_vca_iga":             "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"fecal_hemoglobin":        "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"gait_speed":              "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"grip_strength":           "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"hpv_16":                  "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"hpv_18":                  "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"hpv_high_risk":           "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"renin":                   "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"sarc_f":                  "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"skeletal_muscle_index":   "new in 2026.8: codes depend on method and unit, none was looked up yet",
	"tb_igra":                 "new in 2026.8: codes depend on method and unit, none was looked up yet",
}

// Every indicator has a LOINC code or a reason for having none, and a title in
// English; every unit that a quantity is given in has a UCUM code.
func TestCodesOfIndicators(t *testing.T) {
	d := draft(t)
	english := map[string]string{}
	coded := 0
	for _, i := range d.All() {
		switch _, excused := withoutLOINC[i.Name]; {
		case i.LOINC == "" && !excused:
			t.Errorf("%s has no LOINC code and no reason for that", i.Name)
		case i.LOINC != "" && excused:
			t.Errorf("%s has LOINC %s: its reason for having none is out of date", i.Name, i.LOINC)
		case i.LOINC != "":
			coded++
			if found, _ := d.ByLOINC(i.LOINC); found != i {
				t.Errorf("LOINC %s leads to %v, not to %s", i.LOINC, found, i.Name)
			}
		}
		if i.UCUM == "" {
			t.Errorf("%s has no UCUM code", i.Name)
		}
		if before := english[i.English]; i.English == "" || before != "" {
			t.Errorf("%s: the English title %q is empty or that of %s", i.Name, i.English, before)
		}
		english[i.English] = i.Name
	}
	t.Logf("%d of %d indicators have a LOINC code", coded, len(d.All()))
}

// What a term of LOINC measures, and in what, agrees with the indicator: the
// kind of quantity with the unit, the system with the specimen. The names are
// LOINC's own.
func TestTermsOfLOINC(t *testing.T) {
	d := draft(t)
	for code, term := range map[string]string{
		"104248-0": "Pepsinogen I/Pepsinogen II [Mass Ratio] in Serum",
		"11597-2":  "Treponema pallidum Ab [Units/volume] in Serum",
		"17843-4":  "Cancer Ag 72-4 [Units/volume] in Serum or Plasma",
		"1836-6":   "Retinol binding protein [Mass/volume] in Serum or Plasma",
		"22310-7":  "Helicobacter pylori Ab [Presence] in Serum",
		"2335-8":   "Hemoglobin.gastrointestinal [Presence] in Stool",
		"30226-5":  "Fibrin+Fibrinogen fragments [Mass/volume] in Platelet poor plasma",
		"34256-8":  "Cancer Ag 50 [Units/volume] in Serum or Plasma",
		"39804-0":  "Lipoprotein associated phospholipase A2 [Mass/volume] in Serum or Plasma",
		"47214-2":  "Homeostasis model assessment",
		"48498-0":  "Amyloid A [Mass/volume] in Serum or Plasma",
		"77196-4":  "Pulse wave velocity",
		"77615-3":  "Liver stiffness by US.transient elastography",
		"87926-2":  "Epithelial cells [#/volume] in Urine by Automated",
		"96461-9":  "Gastrin releasing polypeptide prohormone [Mass/volume] in Serum or Plasma by Immunoassay",
	} {
		i, ok := d.ByLOINC(code)
		if !ok {
			t.Errorf("no indicator has %s, %s", code, term)
			continue
		}
		agrees(t, i, code, term)
	}
}

// Further terms of LOINC are no indicator's own, have the right check digit, and
// are of the specimen and a kind of quantity that the indicator has.
func TestFurtherLOINC(t *testing.T) {
	d := draft(t)
	var file map[string]map[string]string
	if err := yaml.Unmarshal(furtherYAML, &file); err != nil {
		t.Fatal(err)
	}
	count := 0
	for name, terms := range file {
		i, ok := d.Lookup(name)
		if !ok {
			t.Errorf("there is no indicator %s", name)
			continue
		}
		for code, term := range terms {
			count++
			if found, _ := d.ByLOINC(code); found != i || i.LOINC == code || !loinc.MatchString(code) || !checkDigit(code) {
				t.Errorf("%s of %s: mistyped, or that of %v", code, name, found)
			}
			agrees(t, i, code, term)
		}
	}
	if count != len(codes().indicators) {
		t.Errorf("%d codes, but %d different ones", count, len(codes().indicators))
	}
}

// A number without a unit means what its code says, or nothing; a unit that two
// components share is that of the code's.
func TestUnitByLOINC(t *testing.T) {
	d := draft(t)
	for _, c := range []struct {
		code, unit, want string
		ok               bool
	}{
		{"3094-0", "mg/dL", "mg/dL BUN", true}, {"3091-6", "mg/dL", "mg/dL urea", true}, {"14937-7", "mmol/L", "mmol/L", true}, {"3094-0", "", "", false},
		{"2339-0", "mg/dL", "mg/dL", true}, {"2339-0", "", "", false}, {"15074-8", "", "", true}, {"2039-6", "", "", true}, {"14685-2", "", "", false},
		{"5196-1", "", "", false}, {"5792-7", "", "", false}, {"50555-2", "", "", true}, {"16128-1", "", "", false}, {"5196-1", "S/CO", "S/CO", true}, {"777-3", "", "", true}, {"14771-0", "", "", true}, {"2160-0", "", "", false},
		{"48066-5", "mg/L", "mg/L DDU", true}, {"48066-5", "ng/mL", "ng/mL DDU", true}, {"48066-5", "mg/L FEU", "mg/L FEU", true}, {"48066-5", "", "", false}, {"14585-4", "", "", false}, {"14585-4", "mg/mmol", "mg/mmol", true},
	} {
		i, ok := d.ByLOINC(c.code)
		if !ok {
			t.Errorf("%s is not known", c.code)
			continue
		}
		if unit, ok := i.UnitByLOINC(c.code, c.unit); ok != c.ok || ok && unit != c.want {
			t.Errorf("%s in %q: %q, %v", c.code, c.unit, unit, ok)
		}
	}
}

//go:embed testdata/common_loinc.yaml
var commonYAML []byte

// The codes that hospitals send most lead to their indicators, all but five; what is
// another quantity leads to none.
func TestCommonLOINC(t *testing.T) {
	d := draft(t)
	var list struct {
		Common         map[string][]string
		Unknown, Apart map[string]string
	}
	if err := yaml.Unmarshal(commonYAML, &list); err != nil {
		t.Fatal(err)
	}
	count := len(list.Unknown)
	for name, codes := range list.Common {
		count += len(codes)
		for _, code := range codes {
			if i, ok := d.ByLOINC(code); !ok || i.Name != name {
				t.Errorf("%s is %v, want %s", code, i, name)
			}
		}
	}
	for _, none := range []map[string]string{list.Unknown, list.Apart} {
		for code, why := range none {
			if i, ok := d.ByLOINC(code); ok {
				t.Errorf("%s is %s, but it is %s", code, i.Name, why)
			}
		}
	}
	if most := 5; len(list.Unknown) > most || count < 252 {
		t.Errorf("%d of %d common codes are unknown, at most %d of 252 may be", len(list.Unknown), count, most)
	}
}

// agrees holds what a term measures, and in what, against the indicator.
func agrees(t *testing.T, i *Indicator, code, term string) {
	t.Helper()
	units := strings.Join(i.KnownUnits(), " ")
	_, graded := i.Graded()
	for words, specimen := range map[string]string{" in Serum": "blood", " in Platelet": "blood", " in Urine": "urine", " in Stool": "stool", " in Blood": "blood"} {
		if strings.Contains(term, words) && i.Specimen != specimen {
			t.Errorf("%s is %q, but the specimen of %s is %s", code, term, i.Name, i.Specimen)
		}
	}
	for property, fits := range map[string]bool{
		"[Mass/volume]":  strings.Contains(units, "g/"),
		"[Units/volume]": strings.Contains(i.Unit, "U/") || i.Unit == "S/CO",
		"[#/volume]":     strings.HasPrefix(i.Unit, "/") || strings.HasPrefix(i.Unit, "10^"),
		"[Moles/volume]": strings.Contains(units, "mol/L"),
		"[Mass Ratio]":   i.Unit == "ratio" || i.Unit == "mg/g",
		"[Presence]":     graded,
	} {
		measured := property == "[Mass/volume]" || property == "[Moles/volume]" || property == "[Units/volume]"
		if strings.Contains(term, property) && !fits && !(measured && i.Kind == Qualitative) { // of what is graded, words are used and no numbers
			t.Errorf("%s is %q, but %s is in %s", code, term, i.Name, i.Unit)
		}
	}
}

// draft is the dictionary of the draft, of the version in force where there is none:
// only these are folders.
func draft(t *testing.T) *Dictionary {
	t.Helper()
	newest := dictionaries.Active()
	entries, err := dictionaries.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != rules.Active() {
			if newest, err = fs.Sub(dictionaries.FS, e.Name()); err != nil {
				t.Fatal(err)
			}
		}
	}
	d, list := Load(newest)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}
