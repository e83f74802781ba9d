/* Settings: sections, items in all notations, tables, YAML, what is unknown or twice. */
#include "document_fixture.h"

#include "parser/keys.h"

static void test_names_are_folded(void **state)
{
    fixture *f = *state;
    const char *fault = idarch_names_fault(f->arena);
    if (fault)
        print_error("%s\n", fault);
    assert_null(fault);
}

static void test_every_key_by_its_name(void **state)
{
    fixture *f = *state;
    const idarch_names *names = idarch_names_new(f->arena);
    for (int key = 0; key < IDARCH_KEY_COUNT; key++) {
        idarch_str name = idarch_str_of(idarch_key_name((idarch_key)key));
        assert_int_equal(idarch_names_find(names, idarch_fold(f->arena, name)), key);
    }
}

static void test_every_choice_by_its_name(void **state)
{
    fixture *f = *state;
    const char *choice;
    for (int key = 0; key < IDARCH_KEY_COUNT; key++) {
        for (int i = 0; (choice = idarch_key_choice(f->arena, (idarch_key)key, i)); i++) {
            if ((key == IDARCH_KEY_ORDER && strcmp(choice, "within") == 0))
                continue;
            parse_settings(f, idarch_printf(f->arena, "- %s: %s",
                                            idarch_key_name((idarch_key)key), choice));
            if (strcmp(value_text(f, (idarch_key)key), choice) != 0)
                print_error("%s: %s\n", idarch_key_name((idarch_key)key), choice);
            assert_string_equal(value_text(f, (idarch_key)key), choice);
            expect_clean(f);
        }
    }
}

/* Every notation of one item gives the TTL and nothing else. */
static void test_notations(void **state)
{
    static const char *const items[] = {
        "- Lease TTL: 10 s", "- lease ttl = 10 s", "- lease-ttl=10 s", "* LEASE_TTL: 10 s",
        "+ Lease TTL \xE2\x80\x93 10 s", "- Lease TTL \xE2\x80\x94 10 s", "- Lease TTL - 10 s",
        "- **Lease TTL:** 10 s", "- **Lease TTL**: 10 s", "- **Lease TTL** 10 s",
        "- **Lease TTL** = 10 s", "- __Lease TTL__ \xE2\x80\x93 10 s", "- `lease ttl`: `10 s`",
        "- *The lease* TTL: 10 s", "- Lease TTL:10 s", "1. Lease TTL: 10 s",
        "- Lease TTL: **10 s**", "- Lease TTL: 10 s (granted by etcd, see below)",
        "- Lease TTL (etcd): 10 s", "- Lease TTL: (10 s)", "- Lease TTL:\n  10 s",
        "- TTL 10 s", "- 10 s TTL", "- Lease:\n  - TTL: 10 s", "- Lease\n  - TTL: 10 s",
        "- **Lease**\n\n  - **TTL:** 10 s", "- [Lease TTL](https://x.example/ttl): 10 s",
        "- Lease&nbsp;TTL: 10&nbsp;s", "- Lease\\ TTL: 10 s", "- <b>Lease TTL:</b> 10 s",
        "-\tLease TTL:\t10 s", "| Setting | Value |\n|---|---|\n| Lease TTL | 10 s |",
        "Clave | Valor\n:-- | --:\n**TTL** | `10 s`", "| Lease TTL | 10 s |\n|---|---|",
        "### Lease\n\n- TTL: 10 s", "> - Lease TTL: 10 s",
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        parse_settings(f, items[i]);
        bool good = strcmp(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns") == 0 &&
                    f->diags.list.count == 0;
        if (!good)
            print_error("%s\n%s\n", items[i], diags_text(f));
        assert_true(good);
        assert_int_equal(f->doc.design.statements.count, 1);
    }
}

static void test_spanish_keys(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- \xC3\x89poca: 2026-01-01T00:00:00Z\n- Lanzamiento: 2026-02-01T00:00Z\n"
                      "- Vida \xC3\xBAtil: 20 a\xC3\xB1os\n- R\xC3\xA9plicas: 3\n"
                      "- Renovaci\xC3\xB3n: cada 3 s\n- Margen: 1 s\n- Tasa: 5 mil por segundo\n"
                      "- reloj atr\xC3\xA1s: esperar 5 ms, luego fallar\n"
                      "- columna: BIGINT en PostgreSQL 18\n");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_EPOCH), "2026-01-01T00:00:00Z");
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
    assert_string_equal(value_text(f, IDARCH_KEY_KEEPALIVE), "3000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_RATE), "5000/s");
    assert_string_equal(value_text(f, IDARCH_KEY_CLOCK_RULE), "wait 5000000");
    assert_string_equal(value_text(f, IDARCH_KEY_ID_COLUMN), "BIGINT en PostgreSQL 18");
}

static void test_several_facts(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- Worker IDs: leased from etcd, TTL 10 s, renewed every 3 s; margin 1 s\n"
                      "- High-water mark: every 3 s, 6 s ahead, stored in its own key");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "etcd lease");
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_KEEPALIVE), "3000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_MARGIN), "1000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_MARK), "kept");
    assert_string_equal(value_text(f, IDARCH_KEY_MARK_INTERVAL), "3000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_MARK_LEAD), "6000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_MARK_STORED_IN), "own key");
    const idarch_setting *ttl = stated(f, IDARCH_KEY_LEASE_TTL);
    idarch_position at = idarch_source_position(f->source, ttl->span.start);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 37);
    parse_settings(f, "- Worker IDs: leased from etcd, bananas");
    expect_diags(f, "3:33 warning unknown-setting");
}

static void test_nested_lists(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- High-water mark\n  - interval: 3 s\n  - lead: 6 s\n"
                      "- etcd\n  - nodes: 3\n- Clock\n  - moved back: fail\n"
                      "  - Limits\n    - max offset: 50 ms\n- Replicas: 3");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_MARK_INTERVAL), "3000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_MARK_LEAD), "6000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_ETCD_NODES), "3");
    assert_string_equal(value_text(f, IDARCH_KEY_CLOCK_RULE), "fail");
    assert_string_equal(value_text(f, IDARCH_KEY_MAX_OFFSET), "50000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
}

static void test_unread_is_said(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- Lease TLT: 10 s\n- lorem ipsum\n\nProse here.\n\n- TTL: 10 s\n\n"
                      "  More prose.\n");
    expect_diags(f, "3:3 warning unknown-setting\n4:3 warning unknown-setting\n"
                    "6:1 note prose-unread\n10:3 note prose-unread");
    assert_string_equal(f->diags.list.items[0].hint, "did you mean 'lease ttl'?");
    parse_settings(f, "Lease TTL: 10 s\n");
    expect_diags(f, "3:1 warning unknown-setting");
    parse_settings(f, "| Setting | Value | Why |\n|---|---|---|\n| TTL | 10 s | so |\n"
                      "| bananas | 3 | |\n");
    expect_diags(f, "3:21 note column-unread\n6:3 warning unknown-setting");
    parse_settings(f, "```\nTTL 10 s\n```\n");
    expect_diags(f, "3:1 note prose-unread");
}

static void test_extra_cells_are_said(void **state)
{
    fixture *f = *state;
    parse_settings(f, "| Setting | Value |\n|---|---|\n| TTL | 10 s | 12 s |\n");
    expect_diags(f, "5:16 warning cells-unread");
}

static void test_unit_in_the_key(void **state)
{
    fixture *f = *state;
    parse_settings(f, "| Setting | Value |\n|-|-|\n| Max offset (ms) | 50 |\n"
                      "| Lease TTL (s) | 10 s |\n| Drift (ppm) | 1,000 |\n");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_MAX_OFFSET), "50000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_CLOCK_DRIFT), "share 1/1000");
}

static void test_stated_twice(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- TTL: 10 s\n- lease ttl: 10000 ms\n- epoch: 2026-01-01T00:00Z\n"
                      "- epoch: 2026-01-01T02:00:00+02:00");
    expect_clean(f);
    assert_int_equal(f->doc.design.statements.count, 4);
    parse_settings(f, "- TTL: 10 s\n- lease ttl: 15 s");
    expect_diags(f, "4:14 error duplicate-setting");
    assert_int_equal(f->diags.list.items[0].related.count, 1);
    idarch_position first =
        idarch_source_position(f->source, f->diags.list.items[0].related.items[0].span.start);
    assert_int_equal(first.line, 3);
    assert_int_equal(first.column, 8);
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    parse_settings(f, "- max pause: unknown\n- max pause: 1 s");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_MAX_PAUSE), "1000000000 ns");
    parse_settings(f, "- rate: 5,000/s mean\n- rate: 20,000/s peak");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_RATE), "20000/s");
}

static void test_front_matter_and_fence(void **state)
{
    fixture *f = *state;
    parse(f, "---\ntitle: T\nidarch:\n  epoch: 2026-01-01T00:00:00Z\n  lease:\n    ttl: '10 s'\n"
             "  network: [10.0.0.0/16, 10.1.0.0/16]\n---\n\n```idarch\nkeepalive: 3 s\n"
             "replicas: 3\n```\n\n## Settings\n\n- TTL: 12 s\n");
    expect_diags(f, "17:8 error duplicate-setting");
    assert_string_equal(value_text(f, IDARCH_KEY_KEEPALIVE), "3000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
    assert_int_equal(stated(f, IDARCH_KEY_EPOCH)->origin, IDARCH_ORIGIN_FRONT_MATTER);
    assert_string_equal(value_text(f, IDARCH_KEY_NETWORK), "10.0.0.0/16, 10.1.0.0/16");
    assert_string_equal(f->doc.title, "T");
    parse(f, "```idarch\nttl: 10\nbananas: 1\n```\n");
    expect_diags(f, "2:6 error unit-missing\n3:1 warning unknown-setting");
    parse(f, "```idarch\nttl: [\n```\n");
    assert_int_equal(f->diags.list.count, 1);
    assert_string_equal(f->diags.list.items[0].code, "yaml");
}

static void test_mmd_front_matter(void **state)
{
    fixture *f = *state;
    parse_as(f, "---\nidarch:\n  replicas: 3\n---\nflowchart LR\n  a --> b\n",
             IDARCH_INPUT_FLOWCHART);
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
}

typedef struct section_row {
    const char *text;
    bool read;
} section_row;

static void test_section_headings(void **state)
{
    static const section_row rows[] = {
        {"# Settings\n\n", true}, {"###### SETTINGS ######\n\n", true},
        {"Settings\n========\n\n", true}, {"ID settings\n---\n\n", true},
        {"## **Settings**\n\n", true}, {"## \xF0\x9F\x94\xA7 Settings\n\n", true},
        {"## 3.1 Settings\n\n", true}, {"## IV. Settings (draft)\n\n", true},
        {"## `Settings`:\n\n", true}, {"## Ajustes\n\n", true},
        {"## Configuraci\xC3\xB3n\n\n", true}, {"## Configuration\n\n", true},
        {"<!-- idarch: settings -->\n", true}, {"<!-- idarch: settings -->\n\n", true},
        {"## Einstellungen\n\n<!-- idarch: ID settings -->\n\n", true},
        {"<!-- idarch: settings -->\n\n## Einstellungen\n\n", true},
        {"## My settings\n\n", false}, {"## Settings of the editor\n\n", false},
        {"", false}, {"## Settings\n\n# Other\n\n", false}, {"## Settings\n\n## Other\n\n", false},
        {"## Settings\n\n### Other\n\n", true}, {"```\n## Settings\n```\n\n", false},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse(f, idarch_printf(f->arena, "%s- TTL: 10 s\n", rows[i].text));
        bool read = stated(f, IDARCH_KEY_LEASE_TTL) != NULL;
        if (read != rows[i].read)
            print_error("%s\n", rows[i].text);
        assert_int_equal(read, rows[i].read);
        expect_clean(f);
    }
}

static void test_section_twice(void **state)
{
    fixture *f = *state;
    parse(f, "## Settings\n\n- TTL: 10 s\n\n## ID settings\n\n- TTL: 15 s\n");
    expect_diags(f, "5:1 error section-twice");
    assert_int_equal(f->diags.list.items[0].related.count, 1);
    parse(f, "<!-- idarch: setings -->\n- a\n");
    expect_diags(f, "1:14 warning unknown-section");
    parse(f, "## Settings\n\n<!-- idarch: settings -->\n- TTL: 10 s\n");
    expect_clean(f);
}

static void test_ordinary_configuration(void **state)
{
    fixture *f = *state;
    parse(f, "## Configuration\n\n- PORT: 8080\n- DEBUG: set to 1 for logs\n\nText.\n");
    expect_diags(f, "1:1 note section-unread");
    assert_false(f->doc.design.has_settings);
    assert_int_equal(f->doc.settings.count, 0);
}

static void test_scheme(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- Scheme: UUIDv7");
    expect_clean(f);
    assert_string_equal(f->doc.design.scheme->name, "uuid-v7");
    assert_true(f->doc.design.layout.stated && f->doc.design.layout.from_scheme);
    assert_int_equal(f->doc.design.layout.bits, 128);
    parse_settings(f, "- Scheme: snowflake\n- layout: 1:39:12:12");
    expect_clean(f);
    assert_false(f->doc.design.layout.from_scheme);
    parse_settings(f, "- Scheme: bananas");
    expect_diags(f, "3:11 error setting-value");
}

static void test_blocks_to_draw(void **state)
{
    fixture *f = *state;
    parse(f, "## Settings\n\n1. **TTL:** `10 s`\n   - *margin*: [1 s](https://x.example)\n\n"
             "## Failure rules\n\n- **Lost:** stop\n  - at once  \n    now\n");
    assert_int_equal(f->doc.settings.count, 2);
    const idarch_block *item = &f->doc.settings.items[0];
    assert_int_equal(item->kind, IDARCH_BLOCK_ITEM);
    assert_int_equal(item->number, 1);
    assert_int_equal(item->cells.items[0].runs.items[0].style, IDARCH_RUN_BOLD);
    assert_int_equal(item->cells.items[0].runs.items[2].style, IDARCH_RUN_CODE);
    const idarch_block *inner = &f->doc.settings.items[1];
    assert_int_equal(inner->depth, 1);
    assert_int_equal(inner->cells.items[0].runs.items[0].style, IDARCH_RUN_ITALIC);
    assert_string_equal(inner->cells.items[0].runs.items[2].href, "https://x.example");
    assert_int_equal(f->doc.notes.count, 2);
    assert_string_equal(f->doc.notes_heading, "Failure rules");
    const idarch_rich *broken = &f->doc.notes.items[1].cells.items[0];
    assert_true(broken->runs.items[1].style & IDARCH_RUN_BREAK);
    parse_settings(f, "| a | b |\n|---|---|\n| TTL | 10 s |");
    assert_int_equal(f->doc.settings.count, 2);
    assert_true(f->doc.settings.items[0].header);
    assert_int_equal(f->doc.settings.items[1].cells.count, 2);
}

static void test_unsafe_links_are_dropped(void **state)
{
    fixture *f = *state;
    parse(f, "## Failure rules\n\n- [x](javascript:alert(1)) [y](mailto:a@b.example) [z](p/q)\n");
    const idarch_rich *rich = &f->doc.notes.items[0].cells.items[0];
    for (size_t i = 0; i < rich->runs.count; i++)
        assert_true(!rich->runs.items[i].href || rich->runs.items[i].href[0] != 'j');
    assert_string_equal(idarch_rich_text(f->arena, rich), "x y z");
}

static void test_long_items(void **state)
{
    fixture *f = *state;
    idarch_strbuf buf = {.arena = f->arena};
    for (int i = 0; i < 10000; i++)
        idarch_strbuf_putc(&buf, 'x');
    parse_settings(f, idarch_printf(f->arena, "- TTL: %s", buf.ptr));
    expect_diags(f, "3:3 error setting-value");
}

/* The user's documentation has every key, and what it says each takes is understood. */
static void test_documentation_has_every_key(void **state)
{
    fixture *f = *state;
    char *text = idarch_alloc(f->arena, 1 << 17);
    FILE *file = fopen(IDARCH_SOURCE_DIR "/docs/settings.md", "rb");
    assert_non_null(file);
    size_t len = fread(text, 1, (1 << 17) - 1, file);
    fclose(file);
    text[len] = '\0';
    for (int key = 0; key < IDARCH_KEY_COUNT; key++) {
        const char *row = idarch_printf(f->arena, "| `%s` |", idarch_key_name((idarch_key)key));
        if (!strstr(text, row))
            print_error("%s\n", row);
        assert_non_null(strstr(text, row));
    }
}

/* Every name in the columns Key and Also written of the documentation is known. */
static void test_documented_names_are_known(void **state)
{
    fixture *f = *state;
    const idarch_names *names = idarch_names_new(f->arena);
    char line[1024];
    FILE *file = fopen(IDARCH_SOURCE_DIR "/docs/settings.md", "rb");
    assert_non_null(file);
    bool inside = false;
    while (fgets(line, sizeof line, file)) {
        inside = strncmp(line, "## ", 3) == 0 ? strncmp(line, "## Keys", 7) == 0 : inside;
        if (!inside || strncmp(line, "| `", 3) != 0)
            continue;
        char *also = strchr(line + 2, '|') + 1, *end = strchr(also, '|');
        *end = '\0';
        idarch_str key = idarch_str_sub(idarch_str_of(line), 2, (size_t)(also - line - 2));
        int wanted = (int)idarch_names_find(names, idarch_fold(f->arena, key));
        assert_int_not_equal(wanted, IDARCH_KEY_COUNT);
        for (char *name = strtok(also, ","); name; name = strtok(NULL, ",")) {
            const char *folded = idarch_fold(f->arena, idarch_str_of(name));
            if (folded[0] && (int)idarch_names_find(names, folded) != wanted)
                print_error("%s\n", folded);
            assert_true(!folded[0] || (int)idarch_names_find(names, folded) == wanted);
        }
    }
    fclose(file);
}

/* The example of each key in the documentation is read as its value. */
static void test_documented_examples(void **state)
{
    fixture *f = *state;
    char line[1024];
    size_t read = 0;
    FILE *file = fopen(IDARCH_SOURCE_DIR "/docs/settings.md", "rb");
    assert_non_null(file);
    bool inside = false;
    while (fgets(line, sizeof line, file)) {
        inside = strncmp(line, "## ", 3) == 0 ? strncmp(line, "## Keys", 7) == 0 : inside;
        if (!inside || strncmp(line, "| `", 3) != 0)
            continue;
        char *key = strtok(line + 3, "`"), *example = NULL;
        for (char *part = strtok(NULL, "`"); part; part = strtok(NULL, "`"))
            if (strncmp(part, " |", 2) != 0)
                example = part;
        assert_non_null(example);
        parse_settings(f, idarch_printf(f->arena, "- %s: %s", key, example));
        if (f->diags.list.count)
            print_error("%s: %s\n", key, example);
        expect_clean(f);
        read++;
    }
    fclose(file);
    assert_int_equal(read, IDARCH_KEY_COUNT);
}

static void test_items_without_key(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- leased from etcd, TTL 10 s, renewed every 3 s");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "etcd lease");
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_KEEPALIVE), "3000000000 ns");
    parse_settings(f, "- TTL 10 s, on three continents");
    expect_diags(f, "3:13 warning unknown-setting");
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    parse_settings(f, "- nice weather, no rain");
    expect_diags(f, "3:3 warning unknown-setting");
}

static void test_markup_around_items(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- <script>TTL: 10 s</script>\n- <div>TTL: 10 s</div>\n- replicas: 3");
    expect_diags(f, "3:1 warning html-unread\n4:1 warning html-unread");
    assert_null(stated(f, IDARCH_KEY_LEASE_TTL));
    assert_non_null(stated(f, IDARCH_KEY_REPLICAS));
    parse_settings(f, "- ~~TTL: 10 s~~\n- replicas: ~~3~~ 5");
    expect_diags(f, "3:5 note struck-unread\n4:15 note struck-unread");
    assert_null(stated(f, IDARCH_KEY_LEASE_TTL));
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "5");
    parse_settings(f, "| Key | Value |\n|-|-|\n| ~~TTL~~ | ~~10 s~~ |\n| replicas | 5 |");
    assert_null(stated(f, IDARCH_KEY_LEASE_TTL));
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "5");
    parse_settings(f, "- [x] TTL: 10 s\n- [ ] **Replicas** 3");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
}

static void test_other_fences(void **state)
{
    fixture *f = *state;
    parse_settings(f, "```yaml\nttl: 10 s\n```");
    expect_diags(f, "3:4 warning fence-unread");
    assert_non_null(strstr(f->diags.list.items[0].hint, "```idarch"));
    parse_settings(f, "```\nlease:\n- ttl: 10 s\n```");
    expect_diags(f, "3:1 warning fence-unread");
    parse_settings(f, "- replicas: 3\n\n  ```yaml\n  ttl: 10 s\n  ```\n");
    expect_diags(f, "5:6 warning fence-unread");
    parse_settings(f, "- replicas: 3\n\n  ```sh\n  echo hello\n  ```\n");
    expect_diags(f, "5:3 note prose-unread");
    parse_settings(f, "```sh\necho hello\n```");
    expect_diags(f, "3:1 note prose-unread");
}

static void test_front_matter_ends(void **state)
{
    fixture *f = *state;
    parse(f, "---\nidarch:\n  ttl: 10 s\n...\n\n# T\n");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(f->doc.title, "T");
    parse(f, "---\nidarch:\n  ttl: 10 s\n\n# T\n");
    expect_diags(f, "1:1 warning front-matter");
    parse(f, "---\n\nText after a rule.\n");
    expect_clean(f);
}

static void test_mark_that_is_not_kept(void **state)
{
    fixture *f = *state;
    parse_settings(f, "- High-water mark: none\n- Mark every: 3 s\n- Mark lead: 6 s");
    expect_diags(f, "4:15 error duplicate-setting\n5:14 error duplicate-setting");
    const idarch_diag *diag = &f->diags.list.items[0];
    idarch_position at = idarch_source_position(f->source, diag->related.items[0].span.start);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 20);
}

static const char *only_hint(fixture *f, const char *items)
{
    parse_settings(f, items);
    assert_int_equal(f->diags.list.count, 1);
    return f->diags.list.items[0].hint;
}

static void test_hints_name_keys(void **state)
{
    fixture *f = *state;
    assert_non_null(strstr(only_hint(f, "- surge limit: 3"), "'surge', 'startup limit'"));
    assert_non_null(strstr(only_hint(f, "- Ntp pool: x"), "'time sync'"));
    assert_non_null(strstr(only_hint(f, "- Heartbeat: 3 s"), "'lease ttl'"));
    assert_non_null(strstr(only_hint(f, "- Colour of it all: blue"), "'epoch'"));
    assert_string_equal(only_hint(f, "- Replicsa: 3"), "did you mean 'replicas'?");
}

static void test_spanish_leads(void **state)
{
    static const char *const leads[] = {"6 s adelante", "6 s por delante", "6 s de adelanto"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        parse_settings(f, idarch_printf(f->arena, "- Marca: cada 3 s, %s", leads[i]));
        expect_clean(f);
        assert_string_equal(value_text(f, IDARCH_KEY_MARK_LEAD), "6000000000 ns");
    }
    parse_settings(f, "- Trabajadores: 3");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_REPLICAS), "3");
}

static void test_layout_as_a_setting(void **state)
{
    static const struct {
        const char *value, *message;
    } rows[] = {
        {"64r", "one field alone"},
        {"1:41:10", "four that begin with 1"},
        {"1 sign 41 time 10 worker 12 sequence", "nothing parts"},
        {"1s:41:10n:12q", "some widths"},
        {"hello", "no bit layout"},
    };
    fixture *f = *state;
    parse_settings(f, "- layout: 1:41:10:12 (snowflake)");
    expect_clean(f);
    assert_int_equal(f->doc.design.layout.count, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse_settings(f, idarch_printf(f->arena, "- layout: %s", rows[i].value));
        expect_diags(f, "3:11 error setting-value");
        assert_non_null(strstr(f->diags.list.items[0].message, rows[i].message));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_names_are_folded), TEST(test_every_key_by_its_name),
        TEST(test_every_choice_by_its_name), TEST(test_notations), TEST(test_spanish_keys),
        TEST(test_several_facts), TEST(test_nested_lists), TEST(test_unread_is_said),
        TEST(test_extra_cells_are_said), TEST(test_unit_in_the_key), TEST(test_stated_twice),
        TEST(test_front_matter_and_fence), TEST(test_mmd_front_matter),
        TEST(test_section_headings), TEST(test_section_twice), TEST(test_ordinary_configuration),
        TEST(test_scheme), TEST(test_blocks_to_draw), TEST(test_unsafe_links_are_dropped),
        TEST(test_long_items), TEST(test_documentation_has_every_key),
        TEST(test_documented_names_are_known),
        TEST(test_documented_examples), TEST(test_items_without_key), TEST(test_markup_around_items), TEST(test_other_fences),
        TEST(test_front_matter_ends), TEST(test_mark_that_is_not_kept),
        TEST(test_hints_name_keys), TEST(test_spanish_leads), TEST(test_layout_as_a_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
