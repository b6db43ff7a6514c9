// Package observed tells what a result is that another system sends, whatever it is
// written in: which indicator is meant by codes and names, in which unit the value is,
// and what contradicts it. HL7 v2, FHIR and tables are read through it, so that the
// same result has the same outcome in each: used, or not used for a reason.
package observed
