/* The codes of diagnostics about flowcharts. */
#include "parser/flow_codes.h"

#include <string.h>

const idarch_flow_code idarch_flow_codes[] = {
    {"arrow", IDARCH_FATAL, "something that is no arrow stands where an arrow is expected"},
    {"arrow-behind-text", IDARCH_FATAL, "an arrow's head stands behind its text: -->|text|>"},
    {"arrow-missing", IDARCH_FATAL, "two nodes follow each other without an arrow"},
    {"blank-before-bracket", IDARCH_FATAL, "a blank stands between an id and its bracket"},
    {"blank-before-class", IDARCH_FATAL, "a blank stands before :::"},
    {"blank-before-data", IDARCH_FATAL, "a blank stands before @{"},
    {"blank-in-id", IDARCH_FATAL, "an id consists of two words"},
    {"brace-alone", IDARCH_FATAL, "a closing brace without an opening one"},
    {"bracket-open", IDARCH_FATAL, "a bracket or pipe that is never closed"},
    {"bracket-other", IDARCH_FATAL, "a bracket of another kind than the one that it closes"},
    {"call-open", IDARCH_FATAL, "a call without its parentheses"},
    {"character", IDARCH_FATAL, "a character that can stand in labels only"},
    {"character-hidden", IDARCH_FATAL, "an invisible character outside of a label"},
    {"character-wide", IDARCH_FATAL, "a full-width bracket or mark"},
    {"class-missing", IDARCH_FATAL, "a class statement without a class"},
    {"click-form", IDARCH_FATAL, "a click statement in another form"},
    {"comma-list", IDARCH_FATAL, "nodes with commas between them"},
    {"comment-mark", IDARCH_FATAL, "a comment as other languages write it"},
    {"comment-place", IDARCH_FATAL, "a comment behind something else"},
    {"data-character", IDARCH_FATAL, "a character that cannot stand in @{ } without quotes"},
    {"data-empty", IDARCH_FATAL, "@{ } with nothing in it"},
    {"data-open", IDARCH_FATAL, "@{ without }"},
    {"direction-word", IDARCH_FATAL, "a direction statement with another word"},
    {"edge-half", IDARCH_FATAL, "the second half of an edge with a text is too short"},
    {"edge-id-alone", IDARCH_FATAL, "an edge's id without an arrow behind it"},
    {"edge-loose", IDARCH_FATAL, "an edge without a node before or behind it"},
    {"edge-open", IDARCH_FATAL, "an edge with a text that has no second half"},
    {"edge-text", IDARCH_FATAL, "an edge's text holds what could be the edge's end"},
    {"end-alone", IDARCH_FATAL, "an end that closes no subgraph"},
    {"end-place", IDARCH_FATAL, "an end that is not alone"},
    {"entity-place", IDARCH_FATAL, "something that is read as an entity code outside of labels"},
    {"fan-blank", IDARCH_FATAL, "& without a blank on both sides"},
    {"fan-open", IDARCH_FATAL, "& without a node behind it"},
    {"header", IDARCH_FATAL, "the text does not begin with a header"},
    {"header-direction", IDARCH_FATAL, "the header's direction is none"},
    {"header-line", IDARCH_FATAL, "something stands behind the header's direction"},
    {"header-twice", IDARCH_FATAL, "a second header"},
    {"id-at", IDARCH_FATAL, "an id holds @"},
    {"id-missing", IDARCH_FATAL, "a bracket or quoted text without an id before it"},
    {"keyword-case", IDARCH_FATAL, "a keyword in another case"},
    {"label-bare", IDARCH_FATAL, "a quoted text behind an id without brackets"},
    {"label-bracket", IDARCH_FATAL, "a bracket, pipe or ~~~ inside an unquoted label"},
    {"label-colon", IDARCH_FATAL, "a text behind a colon"},
    {"label-empty", IDARCH_FATAL, "a label with nothing in it"},
    {"label-quote", IDARCH_FATAL, "a quote inside a label"},
    {"label-quotes", IDARCH_FATAL, "a label in @{ } that needs quotes"},
    {"label-slash", IDARCH_FATAL, "a label that begins with a slash"},
    {"label-twice", IDARCH_FATAL, "a second label of a node or edge"},
    {"link-number", IDARCH_FATAL, "linkStyle without an edge's number"},
    {"link-style", IDARCH_FATAL, "linkStyle for an edge that does not exist"},
    {"list-blank", IDARCH_FATAL, "a blank in a list of ids or numbers"},
    {"markdown-string", IDARCH_FATAL, "a backtick or quote in a Markdown string"},
    {"pipe-place", IDARCH_FATAL, "a text between pipes without an arrow"},
    {"quote-curly", IDARCH_FATAL, "a typographic quote outside of a label"},
    {"quote-open", IDARCH_FATAL, "a quote that is never closed"},
    {"reserved-word", IDARCH_FATAL, "a word of the language as an id"},
    {"second-class", IDARCH_FATAL, "a second ::: at a node"},
    {"shape-unknown", IDARCH_FATAL, "a shape that does not exist"},
    {"style-character", IDARCH_FATAL, "a bracket, brace or quote in declarations"},
    {"style-missing", IDARCH_FATAL, "a style statement without declarations"},
    {"subgraph-depth", IDARCH_FATAL, "subgraphs nested too deep"},
    {"subgraph-name", IDARCH_FATAL, "a subgraph without a name, or with one that needs quotes"},
    {"subgraph-open", IDARCH_FATAL, "a subgraph without an end"},
    {"syntax", IDARCH_FATAL, "any other thing that is not expected where it stands"},
    {"too-many-edges", IDARCH_FATAL, "more edges than any picture can show"},
    {"unknown-diagram", IDARCH_FATAL, "the first word begins no diagram"},
    {"yaml", IDARCH_FATAL, "front matter or @{ } that is no valid YAML"},
    {"reading-stopped", IDARCH_NOTE, "so many errors that the rest was not read"},
};

const size_t idarch_flow_code_count = sizeof idarch_flow_codes / sizeof idarch_flow_codes[0];

const idarch_flow_code *idarch_flow_code_find(const char *code)
{
    for (size_t i = 0; i < idarch_flow_code_count; i++)
        if (strcmp(idarch_flow_codes[i].code, code) == 0)
            return &idarch_flow_codes[i];
    return NULL;
}
