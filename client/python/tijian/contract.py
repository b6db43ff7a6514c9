"""The types of the contract, GET /openapi.json. Written by go test ./client -run PythonTypes -update."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

AssessmentRequest = TypedDict("AssessmentRequest", {"datetime": "str", "health_background": "HealthBackground", "namespace": "str", "profile": "Profile", "samples": "List[Sample]", "user_identifier": "str"})
Basis = TypedDict("Basis", {"code": "Literal['contradicts', 'absent', 'agrees']", "column": "Literal['other', 'unknown', 'result']", "decimals": "Literal['fewer', 'more', 'unknown', 'usual']", "identity": "Literal['contradicts', 'holds']", "ink": "Literal['maybe_mark', 'touched', 'digits_missing', 'point_missing', 'repaired', 'dotted', 'whole']", "interval": "Literal['far', 'outside', 'absent', 'inside']", "kind": "Literal['grade', 'pair', 'compared', 'number']", "mark": "Literal['contradicts', 'missing', 'vague', 'none', 'absent', 'agrees']", "name": "Literal['weak', 'absent', 'similar', 'near', 'exact']", "page": "Literal['0', '0.9', '0.95', '0.98']", "readers": "Literal['supplied', 'lesser', 'disputed', 'alone', 'slip', 'ink', 'second', 'agree', 'text']", "row": "Literal['askew', 'sloping', 'level']", "specimen": "Literal['foreign', 'unknown', 'fits']", "sure": "Literal['0', '0.3', '0.5', '0.7', '0.8', '0.9', '0.95', '0.98', '0.99', '0.999']", "unit": "Literal['absent', 'misread', 'none', 'printed']"}, total=False)
Batch = TypedDict("Batch", {"created_at": "str", "done": "int", "error": "str", "faulty": "int", "id": "str", "status": "Literal['CREATED', 'PROCESSING', 'DONE', 'ERROR']", "total": "int"})
_Bundle = TypedDict("_Bundle", {"resourceType": "Literal['Bundle']", "type": "str"})


class Bundle(_Bundle, total=False):
    entry: List[Dict[str, Any]]

_Credentials = TypedDict("_Credentials", {"password": "str", "username": "str"})


class Credentials(_Credentials, total=False):
    otp: Union[None, str]

Distance = TypedDict("Distance", {"at": "Union[None, float]", "by": "Union[None, float]", "level": "str"})
Doubt = TypedDict("Doubt", {"message": "str", "rule": "str", "samples": "List[int]"})
_EarlierResult = TypedDict("_EarlierResult", {"datetime": "str", "value": "float"})


class EarlierResult(_EarlierResult, total=False):
    unit: Union[None, str]

_EnglishNames = TypedDict("_EnglishNames", {"indicators": "Dict[str, Any]"})


class EnglishNames(_EnglishNames, total=False):
    findings: Dict[str, Any]
    levels: Dict[str, Any]
    risks: Dict[str, Any]

Error = TypedDict("Error", {"detail": "str"})
Grade = TypedDict("Grade", {"advice": "str", "grade": "str", "months": "int", "scale": "str", "source": "str"})
_Health = TypedDict("_Health", {"status": "Literal['ok', 'ready', 'unavailable']"})


class Health(_Health, total=False):
    checks: Dict[str, Any]
    lacks: Dict[str, Any]
    ruleset: RulesInForce

_HealthBackground = TypedDict("_HealthBackground", {"has_cvd": "bool", "has_diabetes": "bool", "has_hbp": "bool", "is_taking_antihypertensive_therapy": "bool", "smoke_daily_frequency": "float"})


class HealthBackground(_HealthBackground, total=False):
    family_history_ascvd: Union[None, bool]
    family_history_diabetes: Union[None, bool]
    family_history_diabetes_second_degree: Union[None, bool]
    is_taking_anticoagulant: Union[None, bool]
    is_taking_statin: Union[None, bool]
    past_high_glucose: Union[None, bool]

Input = TypedDict("Input", {"from": "str", "name": "str", "unit": "str", "value": "Union[None, bool, float, str]"})
_KeywordRequest = TypedDict("_KeywordRequest", {"text": "str"})


class KeywordRequest(_KeywordRequest, total=False):
    context: Literal['report', 'disease', 'report/disease']
    datetime: Any
    health_background: Any
    item: str
    namespace: Any
    profile: Any

_KeywordResponse = TypedDict("_KeywordResponse", {"certain": "List[str]", "possible": "List[str]"})


class KeywordResponse(_KeywordResponse, total=False):
    english: EnglishNames
    matches: List[Mention]
    repaired: List[Repair]
    unread: List[Unread]
    values: List[TextValue]

LoginError = TypedDict("LoginError", {"non_field_errors": "List[str]"})
LoginResult = TypedDict("LoginResult", {"token": "str"})
_Match = TypedDict("_Match", {"confidence": "float", "coords": "List[List[int]]", "flag": "Literal['H', 'L', 'A', '']", "idx": "int", "idx_of_value": "int", "name": "str", "reference": "str", "sim": "float", "unit": "str", "value": "Union[None, float]"})


class Match(_Match, total=False):
    basis: Basis
    comparator: Literal['<', '<=', '>', '>=']
    image: int
    page: int
    sheet: int
    specimen: Literal['blood', 'urine', 'stool', 'body', 'other']
    unit_taken: str

Mention = TypedDict("Mention", {"cue": "str", "end": "int", "grade": "Union[Grade, None]", "icd10": "str", "laterality": "str", "measurement": "str", "measurements": "List[str]", "number": "str", "parents": "List[str]", "reason": "str", "section": "str", "segment": "str", "severity": "str", "site": "str", "start": "int", "status": "Literal['certain', 'possible', 'negated', 'family', 'past', 'conditional']", "term": "str", "text": "str", "trend": "Union[None, Trend]"})
OperationOutcome = TypedDict("OperationOutcome", {"issue": "List[Dict[str, Any]]", "resourceType": "Literal['OperationOutcome']"})
Passage = TypedDict("Passage", {"sheet": "int", "text": "str", "title": "str"})
_Profile = TypedDict("_Profile", {"dob": "str", "gender": "Literal['male', 'female']"})


class Profile(_Profile, total=False):
    daily_vegetables: Union[None, bool]
    gestational_weeks: Union[None, float]
    is_pregnant: Union[None, bool]
    physically_active: Union[None, bool]
    region: Union[Literal['north', 'south'], None]
    score2_region: Union[Literal['low', 'moderate', 'high', 'very_high'], None]
    urban: Union[None, bool]

Reference = TypedDict("Reference", {"high": "Union[None, float]", "low": "Union[None, float]", "text": "Union[None, str]"}, total=False)
_RefusedRules = TypedDict("_RefusedRules", {"detail": "str", "problems": "List[Dict[str, Any]]"})


class RefusedRules(_RefusedRules, total=False):
    ruleset: RulesInForce

Repair = TypedDict("Repair", {"as": "str", "end": "int", "kind": "Literal['character', 'gap', 'misread']", "start": "int", "text": "str"})
Resource = TypedDict("Resource", {"resourceType": "str"})
_Risk = TypedDict("_Risk", {"flag": "int", "id": "RiskID", "name": "str"})


class Risk(_Risk, total=False):
    act: Act

RulesInForce = TypedDict("RulesInForce", {"hash": "str", "version": "str"})
_Sample = TypedDict("_Sample", {"name": "IndicatorName", "value": "float"})


class Sample(_Sample, total=False):
    comparator: Any
    previous: List[EarlierResult]
    reference: Union[None, Reference, str]
    unit: Union[None, str]

_Sheet = TypedDict("_Sheet", {"image": "int", "values": "SimpleResult"})


class Sheet(_Sheet, total=False):
    age: int
    comparators: Dict[str, Any]
    date: str
    page: int
    sex: Literal['male', 'female']

Source = TypedDict("Source", {"body": "str", "key": "str", "place": "str", "title": "str", "year": "int"})
_Summary = TypedDict("_Summary", {"entries": "List[SummaryEntry]", "headline": "str"})


class Summary(_Summary, total=False):
    urgent: int

_SummaryEntry = TypedDict("_SummaryEntry", {"alert": "Literal['A', 'B', 'none']", "department": "str", "findings": "List[SummaryFinding]", "organ": "str", "recheck_days": "Union[None, int]", "title": "str", "why": "str"})


class SummaryEntry(_SummaryEntry, total=False):
    act: Act

_SummaryFinding = TypedDict("_SummaryFinding", {"alert": "Literal['A', 'B', 'none']", "color": "int", "title": "str"})


class SummaryFinding(_SummaryFinding, total=False):
    act: Act
    flag: int
    level: str
    name: str
    risk: str
    sample: int

_Task = TypedDict("_Task", {"callback_url": "Union[None, str]", "datetime": "Timestamp", "error": "str", "img_url": "str", "layout": "Union[Layout, None]", "result": "Union[FullResult, SimpleResult]", "status": "Literal['CREATED', 'PROCESSING', 'DONE', 'ERROR']", "task_id": "str"})


class Task(_Task, total=False):
    english: EnglishNames
    img_urls: List[str]
    samples: List[Sample]
    sheets: List[Sheet]
    texts: List[Passage]
    unmatched: List[UnmatchedRow]
    warnings: List[str]

_TaskSubmission = TypedDict("_TaskSubmission", {"img_url": "str", "task_id": "str"})


class TaskSubmission(_TaskSubmission, total=False):
    callback_url: Union[None, str]
    img_urls: Union[List[str], None]
    layout: Union[Layout, None]

TextValue = TypedDict("TextValue", {"color": "int", "end": "int", "level": "str", "name": "str", "reason": "str", "reference": "str", "standard_unit": "str", "standard_value": "Union[None, float]", "start": "int", "text": "str", "tip": "str", "title": "str", "unit": "str", "value": "str"})
_Trace = TypedDict("_Trace", {"file": "str", "line": "int", "lower": "Union[Distance, None]", "risks": "List[Dict[str, Any]]", "row": "int", "sources": "List[Source]", "unit": "str", "upper": "Union[Distance, None]", "value": "Union[None, float]"})


class Trace(_Trace, total=False):
    inputs: List[Input]
    range: Literal['printed', 'table', 'ignored']

Trend = TypedDict("Trend", {"change": "str", "since": "str"})
_UnmatchedRow = TypedDict("_UnmatchedRow", {"coords": "List[List[int]]", "name": "str", "reference": "str", "sheet": "int", "unit": "str", "value": "str"})


class UnmatchedRow(_UnmatchedRow, total=False):
    flag: Literal['H', 'L', 'A', '']
    idx: int
    idx_of_value: int
    specimen: Literal['blood', 'urine', 'stool', 'body', 'other']

Unread = TypedDict("Unread", {"end": "int", "start": "int", "text": "str"})
UnusedField = TypedDict("UnusedField", {"did_you_mean": "List[str]", "field": "str", "times": "int"})
Act = Literal['now', 'today', 'days_2', 'days_7', 'days_30', 'days_90', 'routine']
AssessedSample = Any
AssessmentResponse = Any
FullResult = Dict[str, Any]
IndicatorName = str
Layout = Literal['SINGLE', 'DOUBLE', 'TABLE']
RiskID = str
SimpleResult = Dict[str, Any]
Timestamp = str
