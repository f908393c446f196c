#include "system/scenario/schema/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "platform/base/errors.h"
#include "system/json/node.h"
#include "system/json/writer.h"

namespace docsis_vp::system::table_test {
namespace {

enum class Wide { kRed = -1, kGreen = 70'000 };
enum class Narrow : std::uint8_t { kLow = 2, kHigh = 255 };

struct Wheel {
  std::string name;
  unsigned spokes = 36;
};

// Octets before and after narrow members show a write that is too wide.
struct Bicycle {
  double mass_kg = 12.5;
  std::optional<double> price;
  std::uint8_t before = 0xAA;
  Narrow gear = Narrow::kLow;
  std::array<std::uint8_t, 6> after = {1, 2, 3, 4, 5, 6};
  Wide color = Wide::kGreen;
  std::optional<Wide> saddle;
  unsigned teeth = 44;
  std::uint64_t serial = 1ULL << 40;
  bool bell = true;
  std::optional<std::string> owner;
  std::vector<Wheel> wheels;
  std::optional<Wheel> spare;
};

const Table<Wheel>& wheel_table() {
  static const Table<Wheel> table = [] {
    Table<Wheel> t("wheel", "A wheel.");
    t.identifier("name", &Wheel::name).required().says("Its name.");
    t.integer("spokes", &Wheel::spokes, 0, 48).says("How many.");
    return t;
  }();
  return table;
}

bool has_bell(const Bicycle& bicycle) {
  return bicycle.bell;
}

const Table<Bicycle>& bicycle_table() {
  static const Table<Bicycle> table = [] {
    Table<Bicycle> t("bicycle", "A bicycle.");
    t.number("mass_kg", &Bicycle::mass_kg, 1, 100).unit("kg").says("Its mass.");
    t.number("price", &Bicycle::price, 0, 10'000).default_is("none").says("What it costs.");
    t.choice<Narrow>("gear", &Bicycle::gear, {{"low", Narrow::kLow}, {"high", Narrow::kHigh}})
        .says("Its gear.");
    t.choice<Wide>("color", &Bicycle::color, {{"red", Wide::kRed}, {"green", Wide::kGreen}})
        .says("Its color.");
    t.choice<Wide>("saddle", &Bicycle::saddle, {{"red", Wide::kRed}, {"green", Wide::kGreen}})
        .default_is("as the frame")
        .says("The color of its saddle.");
    t.integer("teeth", &Bicycle::teeth, 1, 60).says("Of the chainring.");
    t.integer("serial", &Bicycle::serial, 0, 1ULL << 60).says("Its number.");
    t.boolean("bell", &Bicycle::bell).says("Whether it has a bell.");
    t.only_if(t.string("owner", &Bicycle::owner), "a bell", has_bell)
        .default_is("nobody")
        .says("Who rings it.");
    t.list("wheels", &Bicycle::wheels, wheel_table()).says("Its wheels.");
    t.object("spare", &Bicycle::spare, wheel_table()).default_is("none").says("Another one.");
    return t;
  }();
  return table;
}

void read(const std::string& text, Bicycle& bicycle) {
  PlaceTable places;
  bicycle_table().read(parse_json(text, "test"), "", &bicycle, places);
}

std::string written(const Bicycle& bicycle) {
  JsonWriter writer;
  bicycle_table().write(&bicycle, writer);
  return writer.text();
}

std::string refusal(const std::string& text) {
  Bicycle bicycle;
  try {
    read(text, bicycle);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

const Field& field(std::string_view name) {
  for (const auto& each : bicycle_table().fields()) {
    if (each->name == name) {
      return *each;
    }
  }
  throw std::logic_error("no such field");
}

TEST(Table, ReadsEveryKeyIntoItsOwnMember) {
  Bicycle bicycle;
  read(R"({"mass_kg": 9, "price": 500, "gear": "high", "color": "red", "saddle": "green",
           "teeth": 50, "serial": 1099511627777, "bell": true, "owner": "Ada",
           "wheels": [{"name": "front"}, {"name": "rear", "spokes": 40}],
           "spare": {"name": "third", "spokes": 0}})",
       bicycle);
  EXPECT_EQ(bicycle.mass_kg, 9);
  EXPECT_EQ(bicycle.price, 500);
  EXPECT_EQ(bicycle.gear, Narrow::kHigh);
  EXPECT_EQ(bicycle.color, Wide::kRed);
  EXPECT_EQ(bicycle.saddle, Wide::kGreen);
  EXPECT_EQ(bicycle.teeth, 50U);
  EXPECT_EQ(bicycle.serial, (1ULL << 40) + 1);
  EXPECT_EQ(bicycle.owner, "Ada");
  ASSERT_EQ(bicycle.wheels.size(), 2U);
  EXPECT_EQ(bicycle.wheels[0].name, "front");
  EXPECT_EQ(bicycle.wheels[0].spokes, 36U);
  EXPECT_EQ(bicycle.wheels[1].name, "rear");
  EXPECT_EQ(bicycle.wheels[1].spokes, 40U);
  ASSERT_TRUE(bicycle.spare.has_value());
  EXPECT_EQ(bicycle.spare->spokes, 0U);
}

TEST(Table, WritesNoMoreThanTheMember) {
  Bicycle bicycle;
  read(R"({"gear": "high", "color": "red", "teeth": 60})", bicycle);
  EXPECT_EQ(bicycle.before, 0xAA);
  EXPECT_EQ(bicycle.after, (std::array<std::uint8_t, 6>{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(bicycle.saddle.has_value());
  EXPECT_EQ(bicycle.serial, 1ULL << 40);
}

TEST(Table, WhatItWritesReadsBackTheSame) {
  Bicycle bicycle;
  read(R"({"price": 1, "gear": "high", "color": "red", "saddle": "red", "owner": "Ada",
           "wheels": [{"name": "front"}], "spare": {"name": "third"}})",
       bicycle);
  Bicycle copy;
  read(written(bicycle), copy);
  EXPECT_EQ(written(copy), written(bicycle));
  EXPECT_EQ(copy.saddle, Wide::kRed);
  EXPECT_EQ(copy.spare->name, "third");
}

TEST(Table, WritesNoAbsentValue) {
  Bicycle bicycle;
  bicycle.bell = false;
  EXPECT_EQ(written(bicycle),
            "{\n  \"mass_kg\": 12.5,\n  \"gear\": \"low\",\n  \"color\": \"green\",\n"
            "  \"teeth\": 44,\n  \"serial\": 1099511627776,\n  \"bell\": false,\n"
            "  \"wheels\": []\n}\n");
}

TEST(Table, NullMakesAnOptionalMemberAbsent) {
  Bicycle bicycle;
  bicycle.price = 3;
  bicycle.saddle = Wide::kRed;
  bicycle.spare = Wheel{};
  read(R"({"price": null, "saddle": null, "spare": null})", bicycle);
  EXPECT_FALSE(bicycle.price || bicycle.saddle || bicycle.spare);
  EXPECT_TRUE(field("price").is_optional());
  EXPECT_FALSE(field("mass_kg").is_optional());
  EXPECT_EQ(refusal(R"({"mass_kg": null})"),
            "/mass_kg: expected a number from 1 to 100 kg, got null");
}

TEST(Table, ListTakesThePlaceOfTheOneBefore) {
  Bicycle bicycle;
  bicycle.wheels = {{"old", 1}, {"older", 2}};
  read(R"({"wheels": [{"name": "new"}]})", bicycle);
  ASSERT_EQ(bicycle.wheels.size(), 1U);
  EXPECT_EQ(bicycle.wheels[0].name, "new");
  EXPECT_EQ(bicycle.wheels[0].spokes, 36U);
  read(R"({"wheels": []})", bicycle);
  EXPECT_TRUE(bicycle.wheels.empty());
}

TEST(Table, ConditionDecidesWhetherAKeyHasAMeaning) {
  EXPECT_EQ(refusal(R"({"bell": true, "owner": "Ada"})"), "accepted");
  EXPECT_EQ(refusal(R"({"bell": false, "owner": "Ada"})"), "/owner: applies only with a bell");
  EXPECT_EQ(refusal(R"({"bell": false, "owner": null})"), "accepted");
  Bicycle bicycle;
  bicycle.owner = "Ada";
  EXPECT_NE(written(bicycle).find("owner"), std::string::npos);
  bicycle.bell = false;
  EXPECT_EQ(written(bicycle).find("owner"), std::string::npos);
}

TEST(Table, RefusesIntegersBeyondTheMember) {
  const std::string expected = ": expected an integer from 1 to 60, got ";
  EXPECT_EQ(refusal(R"({"teeth": 4294967297})"), "/teeth" + expected + "4294967297");
  EXPECT_EQ(refusal(R"({"teeth": 1e300})"), "/teeth" + expected + "1e300");
  EXPECT_EQ(refusal(R"({"teeth": -1})"), "/teeth" + expected + "-1");
  EXPECT_EQ(refusal(R"({"teeth": 1.5})"), "/teeth" + expected + "1.5");
  EXPECT_EQ(refusal(R"({"teeth": 5e1})"), "accepted");
}

TEST(Table, DefaultsAreThoseOfTheStructure) {
  EXPECT_EQ(bicycle_table().default_of(field("mass_kg")), "12.5");
  EXPECT_EQ(bicycle_table().default_of(field("gear")), "\"low\"");
  EXPECT_EQ(bicycle_table().default_of(field("color")), "\"green\"");
  EXPECT_EQ(bicycle_table().default_of(field("serial")), "1099511627776");
  EXPECT_EQ(bicycle_table().default_of(field("price")), "none");
}

struct Engine {
  std::optional<double> power_kw;
  unsigned gears = 5;
};

struct Bed {
  unsigned pillows = 2;
};

// Has an engine with four wheels, a bed with two.
struct Vehicle {
  unsigned wheels = 4;
  std::any parts;
};

const Table<Vehicle>& vehicle_table() {
  static const Table<Bed> bed = [] {
    Table<Bed> t("bed", "A bed.");
    t.integer("pillows", &Bed::pillows, 0, 9).says("How many.");
    return t;
  }();
  static const Table<Vehicle> table = [] {
    Table<Vehicle> t("vehicle", "A vehicle.");
    t.integer("wheels", &Vehicle::wheels, 2, 4).says("How many.");
    Table<Engine> engine("engine", "An engine.");
    engine.number("power_kw", &Engine::power_kw, 1, 900).unit("kW").says("Its power.");
    engine.integer("gears", &Engine::gears, 1, 9).says("How many.");
    t.beside(&Vehicle::parts, std::move(engine), "four wheels",
             [](const Vehicle& vehicle) { return vehicle.wheels == 4; });
    t.only_if(t.object("bed", &Vehicle::parts, bed).says("Its bed."), "two wheels",
              [](const Vehicle& vehicle) { return vehicle.wheels == 2; });
    return t;
  }();
  return table;
}

std::string without_spaces(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }),
             text.end());
  return text;
}

std::string read_and_written(const std::string& text) {
  Vehicle vehicle;
  PlaceTable places;
  try {
    vehicle_table().read(parse_json(text, "test"), "", &vehicle, places);
  } catch (const ConfigError& error) {
    return error.pointer() + ": " + error.message();
  }
  JsonWriter writer;
  vehicle_table().write(&vehicle, writer);
  return without_spaces(writer.text());
}

TEST(Table, KeysOfAnyStructureStandBesideOrInAnObject) {
  EXPECT_EQ(read_and_written("{}"), R"({"wheels":4,"gears":5})");
  EXPECT_EQ(read_and_written(R"({"power_kw": 80, "gears": 6})"),
            R"({"wheels":4,"power_kw":80,"gears":6})");
  EXPECT_EQ(read_and_written(R"({"wheels": 2})"), R"({"wheels":2,"bed":{"pillows":2}})");
  EXPECT_EQ(read_and_written(R"({"wheels": 2, "bed": {"pillows": 7}})"),
            R"({"wheels":2,"bed":{"pillows":7}})");
  EXPECT_EQ(read_and_written(R"({"wheels": 2, "gears": 6})"),
            "/gears: applies only with four wheels");
  EXPECT_EQ(read_and_written(R"({"bed": {}})"), "/bed: applies only with two wheels");
  EXPECT_EQ(read_and_written(R"({"gears": 0})"), "/gears: expected an integer from 1 to 9, got 0");
}

struct Brake {
  bool is_hydraulic = false;
  unsigned pressure_bar = 100;
};

struct Axle {
  unsigned load_kg = 500;
  Brake brake = {true, 80};
};

TEST(Table, KeysOfAPartStandBesideAndTheirConditionsReadThePart) {
  Table<Axle> t("axle", "An axle.");
  Table<Brake> brake("brake", "A brake.");
  brake.boolean("is_hydraulic", &Brake::is_hydraulic).says("Whether oil moves it.");
  brake.only_if(brake.integer("pressure_bar", &Brake::pressure_bar, 1, 200).says("Of the oil."),
                "oil", [](const Brake& of) { return of.is_hydraulic; });
  t.part(&Axle::brake, std::move(brake));
  t.integer("load_kg", &Axle::load_kg, 1, 9'000).says("What it carries.");
  EXPECT_EQ(t.default_of(*t.fields()[1]), "80");

  const auto read = [&t](const std::string& text) {
    Axle axle;
    PlaceTable places;
    t.read(parse_json(text, "test"), "", &axle, places);
    JsonWriter writer;
    t.write(&axle, writer);
    return without_spaces(writer.text());
  };
  EXPECT_EQ(read("{}"), R"({"is_hydraulic":true,"pressure_bar":80,"load_kg":500})");
  EXPECT_EQ(read(R"({"load_kg": 9, "pressure_bar": 7})"),
            R"({"is_hydraulic":true,"pressure_bar":7,"load_kg":9})");
  EXPECT_EQ(read(R"({"is_hydraulic": false})"), R"({"is_hydraulic":false,"load_kg":500})");
  EXPECT_THROW(read(R"({"is_hydraulic": false, "pressure_bar": 7})"), ConfigError);
}

TEST(Table, NullForAKeyThatDoesNotApplyKeepsTheStructure) {
  EXPECT_EQ(read_and_written(R"({"wheels": 2, "bed": {"pillows": 7}, "power_kw": null})"),
            R"({"wheels":2,"bed":{"pillows":7}})");
  EXPECT_EQ(read_and_written(R"({"power_kw": null, "gears": 6})"), R"({"wheels":4,"gears":6})");
}

}  // namespace
}  // namespace docsis_vp::system::table_test
