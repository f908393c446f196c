// Holds a callable object in two words, for alarms and tasks.
#pragma once

#include <array>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace docsis_vp::platform {

// Resembles std::function<void()>, but is move-only and half the size: a run calls thousands of
// alarms and tasks, and few of them are in the cache. A trivially copyable callable of at most a
// pointer's size is stored in place. A moved-from Action must not be called.
class Action {
 public:
  template <typename Call, typename = std::enable_if_t<!std::is_same_v<std::decay_t<Call>, Action>>>
  // NOLINTNEXTLINE(google-explicit-constructor): callables convert implicitly, as to std::function.
  Action(Call call) : operations_(&kOperations<Call>) {
    if constexpr (kFits<Call>) {
      new (storage_.data()) Call(std::move(call));
    } else {
      Call* const kept = new Call(std::move(call));
      std::memcpy(storage_.data(), &kept, sizeof(Storage));
    }
  }
  Action(Action&& other) noexcept
      : operations_(std::exchange(other.operations_, nullptr)), storage_(other.storage_) {}
  Action& operator=(Action&& other) noexcept {
    if (this != &other) {
      destroy();
      operations_ = std::exchange(other.operations_, nullptr);
      storage_ = other.storage_;
    }
    return *this;
  }
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  ~Action() { destroy(); }

  void operator()() { operations_->call(storage_); }

 private:
  // Contains the callable itself or the pointer to it.
  using Storage = std::array<unsigned char, sizeof(void*)>;
  struct Operations {
    void (*call)(Storage& storage);
    void (*destroy)(Storage& storage);  // null: nothing to do
  };

  template <typename Call>
  static constexpr bool kFits =
      sizeof(Call) <= sizeof(Storage) &&
      alignof(Call) <= alignof(void*) && std::is_trivially_copyable_v<Call>;
  template <typename Call>
  static Call* kept(const Storage& storage) {
    Call* call = nullptr;
    std::memcpy(&call, storage.data(), sizeof(Storage));
    return call;
  }
  template <typename Call>
  static void call_it(Storage& storage) {
    if constexpr (kFits<Call>) {
      (*std::launder(reinterpret_cast<Call*>(storage.data())))();
    } else {
      (*kept<Call>(storage))();
    }
  }
  template <typename Call>
  static void destroy_it(Storage& storage) {
    delete kept<Call>(storage);
  }
  template <typename Call>
  static constexpr Operations kOperations{&call_it<Call>,
                                          kFits<Call> ? nullptr : &destroy_it<Call>};

  void destroy() {
    if (operations_ != nullptr && operations_->destroy != nullptr) {
      operations_->destroy(storage_);
    }
  }

  const Operations* operations_;
  alignas(void*) Storage storage_{};
};

}  // namespace docsis_vp::platform
