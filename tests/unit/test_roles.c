/* Roles in the picture: class, words, shape; workers, replicas, edges, mismatches. */
#include "document_fixture.h"

/* A flowchart with ID settings beside it. */
static void parse_picture(fixture *f, const char *lines, const char *items)
{
    parse(f, idarch_printf(f->arena, "```mermaid\nflowchart LR\n%s\n```\n\n## Settings\n\n%s\n",
                           lines, items));
}

static const idarch_node *node(fixture *f, const char *id)
{
    const idarch_graph *graph = &f->doc.pictures.items[0].graph;
    int index = idarch_graph_node(graph, id);
    assert_true(index >= 0);
    return &graph->nodes.items[index];
}

static void test_roles_of_nodes(void **state)
{
    static const struct {
        const char *line;
        idarch_role role;
    } rows[] = {
        {"n[\"worker ID 7\"]", IDARCH_ROLE_WORKER},
        {"n[\"host a<br/>machine #3\"]", IDARCH_ROLE_WORKER},
        {"n[\"node ID: 2\"]", IDARCH_ROLE_WORKER},
        {"n[\"id-gen-0\"]", IDARCH_ROLE_WORKER},
        {"n[\"Import worker\"]", IDARCH_ROLE_NONE},
        {"n[\"machine room\"]", IDARCH_ROLE_NONE},
        {"n[\"etcd cluster\"]", IDARCH_ROLE_COORDINATOR},
        {"n[(\"etcd\")]", IDARCH_ROLE_COORDINATOR},
        {"n[\"ZooKeeper\"]", IDARCH_ROLE_COORDINATOR},
        {"n[\"**Consul**\"]", IDARCH_ROLE_COORDINATOR},
        {"n([\"NTP servers\"])", IDARCH_ROLE_CLOCK},
        {"n[\"chrony\"]", IDARCH_ROLE_CLOCK},
        {"n[\"Postgres\"]", IDARCH_ROLE_STORE},
        {"n[\"MySQL 8\"]", IDARCH_ROLE_STORE},
        {"n[(\"orders\")]", IDARCH_ROLE_STORE},
        {"n[\"Payment service\"]", IDARCH_ROLE_NONE},
        {"n[\"encryption\"]", IDARCH_ROLE_NONE},
        {"n[\"etcd\"]:::store", IDARCH_ROLE_STORE},
        {"n[\"anything\"]:::worker", IDARCH_ROLE_WORKER},
        {"n[\"anything\"]:::client", IDARCH_ROLE_CLIENT},
        {"n[(\"x\")]:::clock", IDARCH_ROLE_CLOCK},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse_picture(f, rows[i].line, "- replicas: 3");
        if (node(f, "n")->role != rows[i].role)
            print_error("%s\n", rows[i].line);
        assert_int_equal(node(f, "n")->role, rows[i].role);
    }
    parse_picture(f, "etcd[\"lease store\"]", "- replicas: 3");
    assert_int_equal(node(f, "etcd")->role, IDARCH_ROLE_COORDINATOR);
    parse(f, "```mermaid\nflowchart LR\nn[\"etcd\"]\n```\n");
    assert_int_equal(node(f, "n")->role, IDARCH_ROLE_NONE);
}

static void test_worker_numbers(void **state)
{
    static const struct {
        const char *label;
        int64_t id;
    } rows[] = {
        {"worker ID 7", 7}, {"worker ID: 0", 0}, {"Worker #12", 12}, {"machine ID = 5", 5},
        {"id-gen-3<br/>worker ID 4", 4}, {"node 9", -1}, {"worker ID 7b", -1},
        {"id-gen<br/>worker ID<br/>6", 6}, {"Import worker<br/>3 replicas", -1},
        {"Pod 3 worker ID 4", 4}, {"Server 12<br/>instance ID 1", 1},
        {"worker ID 1024", 1024}, {"coworker ID 3", -1}, {"ID de trabajador 2", 2},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse_picture(f, idarch_printf(f->arena, "n[\"%s\"]", rows[i].label), "- surge: 1");
        if (node(f, "n")->worker_id != rows[i].id)
            print_error("%s\n", rows[i].label);
        assert_int_equal(node(f, "n")->worker_id, rows[i].id);
        assert_int_equal(f->doc.design.workers.count, rows[i].id >= 0);
    }
}

static void test_replicas(void **state)
{
    fixture *f = *state;
    parse_picture(f, "subgraph s[\"Service \xC2\xB7 3 replicas\"]\na[\"worker ID 0\"]\nend",
                  "- replicas: 3");
    expect_clean(f);
    assert_int_equal(f->doc.design.drawn_replicas, 3);
    assert_int_equal(f->doc.pictures.items[0].graph.subgraphs.items[0].role, IDARCH_ROLE_WORKER);
    parse_picture(f, "a[\"id-gen \xC3\x97" "5\"]", "- surge: 1");
    assert_int_equal(f->doc.design.drawn_replicas, 5);
    parse_picture(f, "subgraph s[\"5 replicas\"]\na\nend", "- replicas: 3");
    expect_diags(f, "3:10 error picture-mismatch");
    idarch_position other =
        idarch_source_position(f->source, f->diags.list.items[0].related.items[0].span.start);
    assert_int_equal(other.line, 10);
    assert_int_equal(other.column, 13);
    parse_picture(f, "a[\"Kafka, 3 replicas\"]", "- replicas: 5");
    expect_clean(f);
    assert_int_equal(f->doc.design.drawn_replicas, -1);
}

/* A number that names a worker is no count of replicas. */
static void test_counts(void **state)
{
    static const struct {
        const char *label;
        int64_t replicas;
    } rows[] = {
        {"Generator 1<br/>worker ID 1", -1}, {"Server 12<br/>instance ID 1", -1},
        {"Pod 3 worker ID 3", -1}, {"gen 0<br/>worker ID 0", -1}, {"Rack 2 workers #4", -1},
        {"Rack 2 workers ID 4", -1}, {"Rack 2<br/>workers", -1}, {"Rack 2 workers 5", -1},
        {"3 replicas", 3}, {"2 workers", 2}, {"2 workers<br/>worker ID 0-1", 2}, {"1 replica", 1},
        {"\xC3\x97" "3", 3}, {"\xC3\x97 3", 3}, {"3\xC3\x97", 3}, {"x3", 3}, {"gen x3", 3},
        {"x86", -1}, {"max3", -1}, {"3 instances", 3}, {"3 pods", 3}, {"3 r\xC3\xA9plicas", 3},
        {"3 instancias", 3}, {"v1.3 replicas", -1}, {"-3 replicas", -1},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        parse_picture(f, idarch_printf(f->arena, "n[\"%s\"]:::worker", rows[i].label),
                      "- surge: 1");
        if (f->doc.design.drawn_replicas != rows[i].replicas)
            print_error("%s\n", rows[i].label);
        assert_int_equal(f->doc.design.drawn_replicas, rows[i].replicas);
        expect_clean(f);
    }
}

static void test_worker_ranges(void **state)
{
    static const char *const labels[] = {"worker ID 0-2", "worker IDs 0 to 2",
                                         ("gen<br/>worker IDs: 0\xE2\x80\x93" "2"),
                                         "Machine IDs 0..2"};
    fixture *f = *state;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
        parse_picture(f, idarch_printf(f->arena, "n[\"%s\"]", labels[i]), "- surge: 1");
        assert_int_equal(f->doc.design.workers.count, 3);
        for (size_t k = 0; k < 3; k++) {
            assert_int_equal(f->doc.design.workers.items[k].id, k);
            assert_int_equal(f->doc.design.workers.items[k].node, 0);
        }
    }
    parse_picture(f, "n[\"worker ID -1\"]", "- surge: 1");
    assert_int_equal(node(f, "n")->role, IDARCH_ROLE_WORKER);
    assert_int_equal(f->doc.design.workers.count, 1);
    assert_int_equal(f->doc.design.workers.items[0].id, -1);
    parse_picture(f, "n[\"worker IDs 0 to 99999999\"]", "- surge: 1");
    assert_int_equal(f->doc.design.workers.count, 2);
    assert_int_equal(f->doc.design.workers.items[1].id, 99999999);
}

/* `a & b & c -->|...|` is one label, read once. */
static void test_label_of_many_edges(void **state)
{
    fixture *f = *state;
    parse_picture(f, "a[worker ID 0] & b[worker ID 1] & c[worker ID 2] -->|TTL 15 s| e[etcd]",
                  "- TTL: 10 s");
    expect_diags(f, "3:58 error picture-mismatch");
}

static void test_lease_label(void **state)
{
    fixture *f = *state;
    parse_picture(f, "w[worker ID 0] -->|leases worker IDs| z[ZooKeeper]", "- TTL: 10 s");
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "zookeeper ephemeral");
    parse_picture(f, "w[worker ID 0] -->|lease worker ID| z[ZooKeeper]",
                  "- worker IDs: zookeeper sequential");
    expect_clean(f);
    parse_picture(f, "w[worker ID 0] -->|lease worker ID| c[Consul]", "- TTL: 10 s");
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "(none)");
    parse_picture(f, "w[worker ID 0] -->|lease worker ID| e[etcd]", "- worker IDs: statefulset");
    expect_diags(f, "3:20 error picture-mismatch");
    parse_picture(f, "w[worker ID 0] -->|lease worker ID| p[(Postgres)]", "- TTL: 10 s");
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "(none)");
}

static void test_edges(void **state)
{
    fixture *f = *state;
    parse_picture(f, "w[\"worker ID 1\"] -->|\"lease worker ID \xC2\xB7 TTL 10 s\"| e[etcd]\n"
                     "w -.->|time sync| n[NTP]", "- TTL: 10 s");
    expect_clean(f);
    assert_true(f->doc.design.worker_to_coordinator && f->doc.design.worker_to_clock);
    assert_int_equal(f->doc.design.statements.count, 3);
    assert_string_equal(value_text(f, IDARCH_KEY_WORKER_IDS), "etcd lease");
    assert_int_equal(stated(f, IDARCH_KEY_WORKER_IDS)->origin, IDARCH_ORIGIN_PICTURE);
    const idarch_setting *drawn = &f->doc.design.statements.items[2];
    assert_int_equal(drawn->origin, IDARCH_ORIGIN_PICTURE);
    idarch_position at = idarch_source_position(f->source, drawn->span.start);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 45);
    parse_picture(f, "w[\"worker ID 1\"] -->|TTL 15 s| e[etcd]", "- TTL: 10 s");
    expect_diags(f, "3:26 error picture-mismatch");
    parse_picture(f, "a[x] -->|TTL 15 s| b[y]", "- TTL: 10 s");
    expect_clean(f);
    parse_picture(f, "w[\"worker ID 1\"] --> p[(Postgres)]", "- TTL: 10 s");
    assert_false(f->doc.design.worker_to_coordinator || f->doc.design.worker_to_clock);
}

static void test_edges_of_groups(void **state)
{
    fixture *f = *state;
    const char *inner = "subgraph outer[Cluster]\nsubgraph ids[Service]\na[\"worker ID 0\"]\nend\nend\n";
    parse_picture(f, idarch_printf(f->arena, "%souter --> e[etcd]", inner), "- TTL: 10 s");
    assert_true(f->doc.design.worker_to_coordinator);
    parse_picture(f, idarch_printf(f->arena, "%se[etcd] --> ids", inner), "- TTL: 10 s");
    assert_true(f->doc.design.worker_to_coordinator);
    parse_picture(f, idarch_printf(f->arena, "%ssubgraph time[Time]\nn[NTP]\nend\nids --> time",
                                   inner), "- TTL: 10 s");
    assert_true(f->doc.design.worker_to_clock);
    assert_false(f->doc.design.worker_to_coordinator);
    parse_picture(f, idarch_printf(f->arena, "%souter ~~~ e[etcd]", inner), "- TTL: 10 s");
    assert_false(f->doc.design.worker_to_coordinator);
}

static void test_picture_alone_states(void **state)
{
    fixture *f = *state;
    parse_picture(f, "w[\"worker ID 1\"] -->|TTL 10 s, renewed every 3 s| e[etcd]", "- surge: 1");
    expect_clean(f);
    assert_string_equal(value_text(f, IDARCH_KEY_LEASE_TTL), "10000000000 ns");
    assert_string_equal(value_text(f, IDARCH_KEY_KEEPALIVE), "3000000000 ns");
    assert_int_equal(stated(f, IDARCH_KEY_LEASE_TTL)->origin, IDARCH_ORIGIN_PICTURE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_roles_of_nodes), TEST(test_worker_numbers), TEST(test_replicas), TEST(test_counts),
        TEST(test_worker_ranges), TEST(test_label_of_many_edges), TEST(test_lease_label),
        TEST(test_edges), TEST(test_edges_of_groups), TEST(test_picture_alone_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
